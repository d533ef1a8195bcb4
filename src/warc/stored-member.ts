/**
 * A gzip member that stores its bytes uncompressed (RFC 1952 around stored blocks of RFC 1951). For records of a few
 * hundred bytes, where setting up a compressor costs more than everything else, and for payloads that the server has
 * already compressed.
 */
import { crc32 } from 'node:zlib';

const MAX_BLOCK = 65_535;
const BLOCK_HEAD = 5;

export function storedMember(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / MAX_BLOCK));
  const member = Buffer.allocUnsafeSlow(MEMBER_HEAD.length + blocks * BLOCK_HEAD + bytes.length + 8);
  member.set(MEMBER_HEAD, 0);
  let at = MEMBER_HEAD.length;
  for (let block = 0; block < blocks; block++) {
    const piece = bytes.subarray(block * MAX_BLOCK, (block + 1) * MAX_BLOCK);
    member[at] = block === blocks - 1 ? 1 : 0;
    member.writeUInt16LE(piece.length, at + 1);
    member.writeUInt16LE(~piece.length & 0xffff, at + 3);
    member.set(piece, at + BLOCK_HEAD);
    at += BLOCK_HEAD + piece.length;
  }
  member.writeUInt32LE(crc32(bytes), at);
  member.writeUInt32LE(bytes.length % 2 ** 32, at + 4);
  return member;
}

/** Magic, deflate, no flags, no time, no hint, unknown system. */
const MEMBER_HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
