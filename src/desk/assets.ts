/**
 * What the browser loads: the style, our modules, and Preact from its package. In a checkout Node's own stripper takes
 * the types out of a module at its first request; the published package carries modules that were compiled. Only what
 * lies in `views/` and `islands/` is served, by names that were found by looking, and an address that names the content
 * may be cached without end.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Refused, route } from './route.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const suffix = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

const PACKAGES: Record<string, string> = {
  'preact.js': 'preact',
  'hooks.js': 'preact/hooks',
};

const FOLDERS = ['views', 'islands'];

interface Asset {
  text: string;
  type: string;
}

/** By path under /assets/VERSION/, read once. */
function loadAssets(): Map<string, () => Asset> {
  const script = (read: () => string): (() => Asset) =>
    onceOnly(() => ({ text: read(), type: 'text/javascript; charset=utf-8' }));
  const assets = new Map<string, () => Asset>();
  assets.set(
    'desk.css',
    onceOnly(() => ({ text: readFileSync(`${here}desk.css`, 'utf8'), type: 'text/css; charset=utf-8' })),
  );
  for (const folder of FOLDERS)
    for (const name of readdirSync(`${here}${folder}`))
      if (name.endsWith(suffix) && !name.endsWith('.d.ts'))
        assets.set(
          `${folder}/${name}`,
          script(() => plainScript(readFileSync(`${here}${folder}/${name}`, 'utf8'))),
        );
  for (const [name, specifier] of Object.entries(PACKAGES))
    assets.set(
      name,
      script(() => readFileSync(fileURLToPath(import.meta.resolve(specifier)), 'utf8')),
    );
  return assets;
}

function onceOnly<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Lines stay where they are, so that errors in the browser name the right one. */
const plainScript = (source: string): string => (suffix === '.ts' ? withoutTypes(source) : source);

function withoutTypes(source: string): string {
  const { emitWarning } = process;
  // The function is marked as experimental; the note would stand among the desk's own lines.
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

const assets = loadAssets();

/** Changes with any file that is served. */
const assetVersion = createHash('sha256')
  .update([...assets].map(([name]) => name).join(' '))
  .update(readFileSync(`${here}desk.css`))
  .update(
    FOLDERS.flatMap((folder) =>
      readdirSync(`${here}${folder}`).map((name) => readFileSync(`${here}${folder}/${name}`, 'utf8')),
    ).join('\n'),
  )
  .digest('hex')
  .slice(0, 12);

export const assetUrl = (name: string): string => `/assets/${assetVersion}/${name}`;
export const islandUrl = (name: string): string => assetUrl(`islands/${name}${suffix}`);

/** The only inline script of the desk: it says where the packages are. Its digest is in the policy. */
export const importMap = JSON.stringify({
  imports: Object.fromEntries(
    Object.entries(PACKAGES).map(([name, specifier]) => [specifier, assetUrl(name)]),
  ),
});
const importMapDigest = createHash('sha256').update(importMap).digest('base64');

/** Archived pages are shown in frames from an origin of their own. */
export const pagePolicy = (archiveOrigin: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${importMapDigest}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${archiveOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const asset = (path: string, nameOf: (parts: Readonly<Record<string, string>>) => string) =>
  route({
    method: 'GET',
    path,
    role: 'read',
    isPublic: true,
    summary: 'A part of the pages: style or script.',
    work({ parts }) {
      const found = assets.get(nameOf(parts))?.();
      if (found === undefined) throw new Refused(404, 'NOT_FOUND', 'There is no such file.');
      return {
        text: found.text,
        type: found.type,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          // A worker's policy is that of its script: it may ask the desk, and nobody else.
          'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
        },
      };
    },
  });

export const assetRoutes = [
  asset('/assets/{version}/{name}', ({ name }) => name!),
  asset('/assets/{version}/{folder}/{name}', ({ folder, name }) => `${folder}/${name}`),
];
