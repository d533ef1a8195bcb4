/** Lists that are in the topic file or in a text file next to it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadTopic, parseTopic } from '../../src/topic/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'forage-word-list-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const topicAt = (text: string): string => {
  const path = join(folder, 'topic.yaml');
  writeFileSync(path, text);
  return path;
};

describe('a list of a topic', () => {
  it('may be in the topic file, and is absent if it is not', () => {
    const topic = parseTopic('name: a\ndepartments: [cs, 404]\nanchors: { prune: [log in] }');
    expect(topic.departments).toEqual(['cs', '404']);
    expect(topic.anchors).toEqual({ prune: ['log in'] });
    expect(topic.stopDirectories).toBeUndefined();
  });

  it('may be in a text file next to the topic file, with comments and empty lines', () => {
    writeFileSync(join(folder, 'prune.txt'), '\uFEFFlog in\r\n\r\n# a remark\nabout us   # 12 links\n');
    const topic = loadTopic(topicAt('name: a\nanchors: { prune: prune.txt, extract: [research] }'));
    expect(topic.anchors).toEqual({ prune: ['log in', 'about us'], extract: ['research'] });
  });

  it('is refused with its line if the file is missing or too long, or if it is not a list', () => {
    const path = (name: string): string => join(folder, name);
    expect(() => loadTopic(topicAt('name: a\ndepartments: none.txt'))).toThrow(
      `line 2, departments: there is no file ${path('none.txt')}`,
    );
    writeFileSync(path('large.txt'), 'x\n'.repeat(600_000));
    expect(() => loadTopic(topicAt('name: a\nstopDirectories: large.txt'))).toThrow('larger than 1 MiB');
    expect(() => loadTopic(topicAt('name: a\nanchors: { prune: 7 }'))).toThrow(
      'line 2, anchors.prune: give a list of words',
    );
    expect(() => loadTopic(topicAt('name: a\nanchors: [x]'))).toThrow('line 2, anchors');
  });
});
