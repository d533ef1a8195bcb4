/**
 * A gzip member that holds its bytes as they are (RFC 1952 around one stored block of RFC 1951). For records of a few
 * hundred bytes, where setting up a compressor costs more than everything else and saves next to nothing.
 */
import { crc32 } from 'node:zlib';

export const MAX_STORED = 65_535;

export function storedMember(bytes: Uint8Array): Uint8Array {
  const size = bytes.length;
  const member = Buffer.allocUnsafeSlow(HEAD.length + 5 + size + 8);
  member.set(HEAD, 0);
  let at = HEAD.length;
  member[at] = 1; // the last block, of kind "stored"
  member.writeUInt16LE(size, at + 1);
  member.writeUInt16LE(~size & 0xffff, at + 3);
  at += 5;
  member.set(bytes, at);
  at += size;
  member.writeUInt32LE(crc32(bytes), at);
  member.writeUInt32LE(size, at + 4);
  return member;
}

/** Magic, deflate, no flags, no time, no hint, unknown system. */
const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
