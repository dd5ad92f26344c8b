import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { runGit } from '../rot/build-project.ts';

/** A folder of its own for one test, removed behind it. */
export class Scratch {
  readonly root: string;

  constructor(t: TestContext) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'feature-map-stale-')));
    t.after(() => rmSync(this.root, { recursive: true, force: true }));
  }

  write(files: Readonly<Record<string, string | Buffer>>): this {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), content);
    }
    return this;
  }

  remove(...paths: string[]): this {
    for (const path of paths) rmSync(join(this.root, path), { recursive: true });
    return this;
  }

  /** A program that leaves a file `touched` behind when it is run. */
  trap(name: string): string {
    const program = join(this.root, name);
    this.write({ [name]: `#!/bin/sh\ntouch '${join(this.root, 'touched')}'\n` });
    chmodSync(program, 0o755);
    return program;
  }

  git(...args: string[]): Promise<string> {
    return runGit(this.root, ...args);
  }

  /** Makes it a repository, or commits everything to the one that it is. */
  async commit(message = 'A state'): Promise<this> {
    await this.git('init', '--quiet', '--initial-branch=main');
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this;
  }
}
