/** The picture of a relevant page, if it was rendered with one: a file under the page's number. */
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, onDisk } from '../../disk.ts';
import type { Equipment } from '../equipment.ts';
import { picturePath } from '../folder.ts';
import type { Landed } from './landed.ts';

export function keepPicture(
  { answer, relevant, id }: Landed,
  { folder, db }: Pick<Equipment, 'folder' | 'db'>,
): void {
  const { screenshot } = answer.rendered ?? {};
  if (screenshot === undefined || !relevant || db === undefined) return;
  const path = picturePath(folder.path, id);
  onDisk(path, () => {
    makeFolder(dirname(path));
    writeFileSync(path, screenshot);
  });
}
