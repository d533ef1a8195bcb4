/**
 * A static repository for OAI-PMH (Specification for an OAI Static Repository and an OAI Static Repository Gateway,
 * release 2002-06-14): one file with all records in `oai_dc`, which a gateway serves to harvesters.
 */
import type { CitationFormat, CitedDocument } from './cited.ts';
import { dcOf } from './dublin-core.ts';
import { element, XML } from './xml-text.ts';

export interface OaiRepository {
  name: string;
  /** Where the gateway will serve it. */
  baseUrl: string;
  adminEmail: string;
  /** `example.org` in `oai:example.org:17`. */
  domain: string;
  earliest: string;
}

export function oaiStatic({ name, baseUrl, adminEmail, domain, earliest }: OaiRepository): CitationFormat {
  const record = (document: CitedDocument): string =>
    `<oai:record><oai:header>${element('oai:identifier', `oai:${domain}:${document.id}`)}${element('oai:datestamp', document.accessed)}</oai:header><oai:metadata>${dcOf(document)}</oai:metadata></oai:record>`;
  const identify = [
    element('oai:repositoryName', name),
    element('oai:baseURL', baseUrl),
    element('oai:protocolVersion', '2.0'),
    element('oai:adminEmail', adminEmail),
    element('oai:earliestDatestamp', earliest),
    element('oai:deletedRecord', 'no'),
    element('oai:granularity', 'YYYY-MM-DD'),
  ].join('');
  const format = [
    element('oai:metadataPrefix', 'oai_dc'),
    element('oai:schema', 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd'),
    element('oai:metadataNamespace', 'http://www.openarchives.org/OAI/2.0/oai_dc/'),
  ].join('');
  return {
    open: `${XML}<Repository xmlns="http://www.openarchives.org/OAI/2.0/static-repository" xmlns:oai="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/static-repository http://www.openarchives.org/OAI/2.0/static-repository.xsd">
<Identify>${identify}</Identify>
<ListMetadataFormats><oai:metadataFormat>${format}</oai:metadataFormat></ListMetadataFormats>
<ListRecords metadataPrefix="oai_dc">
`,
    record,
    between: '\n',
    close: '\n</ListRecords>\n</Repository>\n',
  };
}
