/**
 * Certificates for a replay: an authority that lives as long as the process and signs a certificate for each requested
 * host. X.509 v3 (RFC 5280) with P-256 keys, encoded in DER here: little of it is needed, and node:crypto does the
 * signing.
 */
import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';

export interface Authority {
  /** To be trusted by the clients of the replay. */
  caPem: string;
  /** A certificate chain for a host name or IP address. */
  issue(host: string): { certPem: string; keyPem: string };
}

export function createAuthority(): Authority {
  const caKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const caName = name('Forage replay authority');
  const caPem = certificate({
    subject: caName,
    issuer: caName,
    publicKey: caKeys.publicKey,
    signWith: caKeys.privateKey,
    extensions: [
      extension(OID.basicConstraints, true, sequence(TRUE, integer(0))),
      extension(OID.keyUsage, true, bits(0b0000_0110, 1)),
      extension(OID.subjectKeyId, false, octets(keyId(caKeys.publicKey))),
    ],
  });
  const hostKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyPem = hostKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

  return {
    caPem,
    issue(host) {
      const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
      const certPem = certificate({
        subject: name('Forage replay'),
        issuer: caName,
        publicKey: hostKeys.publicKey,
        signWith: caKeys.privateKey,
        extensions: [
          extension(OID.basicConstraints, true, sequence()),
          extension(OID.keyUsage, true, bits(0b1000_0000, 7)),
          extension(OID.extendedKeyUsage, false, sequence(oid(OID.serverAuth))),
          extension(OID.subjectAltName, true, sequence(alternativeName(bare))),
          extension(OID.authorityKeyId, false, sequence(tagged(0x80, keyId(caKeys.publicKey)))),
        ],
      });
      return { certPem: certPem + caPem, keyPem };
    },
  };
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 90;

interface CertificateParts {
  subject: Buffer;
  issuer: Buffer;
  publicKey: KeyObject;
  signWith: KeyObject;
  extensions: Buffer[];
}

function certificate({ subject, issuer, publicKey, signWith, extensions }: CertificateParts): string {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const now = Date.now();
  const toBeSigned = sequence(
    tagged(0xa0, integer(2)),
    tagged(0x02, positive(randomBytes(16))),
    algorithm,
    issuer,
    sequence(time(now - DAY_MS), time(now + VALID_DAYS * DAY_MS)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const der = sequence(toBeSigned, algorithm, bits(sign('sha256', toBeSigned, signWith), 0));
  return new X509Certificate(der).toString();
}

const OID = {
  commonName: '2.5.4.3',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
};

/** The host is only in the alternative name, where any length is allowed; clients look nowhere else. */
function alternativeName(host: string): Buffer {
  return isIP(host) ? tagged(0x87, addressBytes(host)) : tagged(0x82, Buffer.from(host, 'latin1'));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = '', right] = written.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const head = groups(left);
  const tail = groups(right ?? '');
  const all = [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

function name(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid(OID.commonName), tagged(0x0c, Buffer.from(commonName)))));
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return critical ? sequence(oid(id), TRUE, octets(value)) : sequence(oid(id), octets(value));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const TRUE = Buffer.from([0x01, 0x01, 0xff]);

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function octets(content: Buffer): Buffer {
  return tagged(0x04, content);
}

function bits(content: Buffer | number, unused: number): Buffer {
  const bytes = typeof content === 'number' ? Buffer.from([content]) : content;
  return tagged(0x03, Buffer.concat([Buffer.from([unused]), bytes]));
}

function integer(small: number): Buffer {
  return tagged(0x02, Buffer.from([small]));
}

/** DER integers are signed and minimal: the first byte is between 0x40 and 0x7f. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes;
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let high = arc >> 7; high > 0; high >>= 7) groups.unshift((high & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return tagged(0x06, Buffer.from(bytes));
}

/** UTCTime, with a two-digit year, up to 2049 and GeneralizedTime after that, per RFC 5280. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
  const isUtcTime = Number(digits.slice(0, 4)) < 2050;
  return tagged(isUtcTime ? 0x17 : 0x18, Buffer.from(`${isUtcTime ? digits.slice(2) : digits}Z`));
}
