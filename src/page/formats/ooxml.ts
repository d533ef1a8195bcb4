/** What DOCX and PPTX have in common (ECMA-376): the properties of the document and the targets of its links. */
import type { DocumentFacts } from '../page.ts';
import { factsOf, listed } from './content.ts';
import { textsOf, walkXml } from './xml.ts';
import type { Zip } from './zip.ts';

export function propertiesOf(zip: Zip): DocumentFacts {
  const core = textsOf(zip.text('docProps/core.xml'));
  const app = textsOf(zip.text('docProps/app.xml'));
  const first = (name: string): string | undefined => core.get(name)?.[0];
  return factsOf({
    title: first('title'),
    authors: listed(first('creator')),
    description: first('description') ?? first('subject'),
    keywords: listed(first('keywords'), /[;,\n]/),
    created: first('created'),
    modified: first('modified'),
    language: first('language'),
    pages: Number((app.get('Slides') ?? app.get('Pages'))?.[0]),
  });
}

/** Targets of external relations by their id. */
export function targetsIn(zip: Zip, relations: string): Map<string, string> {
  const targets = new Map<string, string>();
  walkXml(zip.text(relations) ?? '', {
    open(name, { Id, Target, TargetMode }) {
      if (name === 'Relationship' && Id && Target && TargetMode === 'External') targets.set(Id, Target);
    },
  });
  return targets;
}
