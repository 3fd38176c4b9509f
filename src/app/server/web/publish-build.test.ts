import { mkdirSync, readdirSync, readFileSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { publishBuild } from './publish-build.ts';

function build(dist: string, name: string): void {
  const fresh = join(dist, '.fresh');
  mkdirSync(fresh);
  writeFileSync(join(fresh, 'index.html'), name);
  publishBuild(dist, fresh, name);
}

describe('a published build', () => {
  it('replaces the link, and the former build stays where a running process serves it', async () => {
    const dist = await createTemporaryFolder();
    build(dist, 'one');
    const served = realpathSync(join(dist, 'web'));
    build(dist, 'two');
    expect(readFileSync(join(dist, 'web/index.html'), 'utf8')).toBe('two');
    expect(readFileSync(join(served, 'index.html'), 'utf8')).toBe('one');
  });

  it('replaces the folder of a former version', async () => {
    const dist = await createTemporaryFolder();
    mkdirSync(join(dist, 'web'));
    writeFileSync(join(dist, 'web/index.html'), 'former');
    build(dist, 'one');
    expect(readFileSync(join(dist, 'web/index.html'), 'utf8')).toBe('one');
    expect(readdirSync(dist).toSorted()).toEqual(['builds', 'web']);
  });

  it('is published again when the sources are as before', async () => {
    const dist = await createTemporaryFolder();
    for (const name of ['one', 'two']) build(dist, name);
    const fresh = join(dist, '.fresh');
    mkdirSync(fresh);
    publishBuild(dist, fresh, 'one');
    expect(readFileSync(join(dist, 'web/index.html'), 'utf8')).toBe('one');
  });

  it('leaves two former builds', async () => {
    const dist = await createTemporaryFolder();
    for (const [at, name] of ['one', 'two', 'three', 'four'].entries()) {
      build(dist, name);
      utimesSync(join(dist, 'builds', name), at, at);
    }
    expect(readdirSync(join(dist, 'builds')).toSorted()).toEqual(['four', 'three', 'two']);
  });
});
