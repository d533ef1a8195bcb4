/** A gzip member (RFC 1952) whose bytes are compressed by our own deflate: quick, and nothing outside the heap. */
import { crc32 } from 'node:zlib';
import { deflateBound, deflateInto } from './deflate.ts';
import { Room } from './room.ts';
import { MEMBER_HEAD } from './stored-member.ts';

const TAIL = 8;
const memberRoom = new Room();

export function packedMember(bytes: Uint8Array): Uint8Array {
  const head = MEMBER_HEAD.length;
  const room = memberRoom.take(head + deflateBound(bytes.length) + TAIL);
  room.set(MEMBER_HEAD, 0);
  const end = deflateInto(bytes, room, head);
  const member = Buffer.allocUnsafeSlow(end + TAIL);
  room.copy(member, 0, 0, end);
  member.writeUInt32LE(crc32(bytes), end);
  member.writeUInt32LE(bytes.length % 2 ** 32, end + 4);
  return member;
}
