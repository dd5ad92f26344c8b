import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES } from './path-files.ts';
import { fakeProject, historyOf, onMap } from './project.ts';

describe('a path of which the page says that it is not there', () => {
  const history = historyOf({
    'src/old.ts': undefined,
    'src/was.ts': 'src/guard.ts',
    'src/made/x.ts': undefined,
  });
  const silent = (...sections: string[]) => {
    for (const section of sections) {
      assert.deepEqual(onMap(section, fakeProject(FILES, { history })), [], section);
    }
  };

  it('was removed or moved, as its item says behind it, in front of it, or in parentheses', () => {
    silent(
      '- `src/old.ts` — removed in 2.0, `src/guard.ts` does its work.',
      '- `src/old.ts` was deleted when the guard came.',
      '- `src/old.ts` (removed) — `poll()`',
      '- `src/old.ts` — `poll()`; gone since 1.8.',
      '- `src/old.ts` — no longer there: the guard polls.',
      '- `src/old.ts` — deprecated, removed by the next release.',
      '- `src/old.ts` — the poller of the first version. It was dropped with FTP.',
      '- `src/was.ts` — renamed to `src/guard.ts`.',
      '- `src/was.ts` — folded into `src/guard.ts`.',
      '- `src/was.ts` — merged into `src/guard.ts` in March.',
      '- `src/was.ts` — now split into `src/guard.ts` and `src/map/check.ts`.',
      '- `src/was.ts` moved to `src/guard.ts`.',
      '- `src/was.ts` → `src/guard.ts`: moved, nothing else changed.',
      '- `src/guard.ts` (formerly `src/was.ts`) — the guard.',
      '- `src/guard.ts` — replaces `src/was.ts` — and more.',
      '- Removed `src/old.ts` — nobody used it.',
      '- ~~`src/old.ts`~~ — the poller.',
      '- **Removed:** `src/old.ts` — the poller.',
    );
  });

  it('is made by a build, optional, planned, or somebody else’s', () => {
    silent(
      '- `src/made/x.ts` — generated from the schema.',
      '- `src/made/x.ts` (generated) — types.',
      '- `src/made/x.ts` — auto-generated types, not checked in.',
      '- `src/made/x.ts` — created on the first run.',
      '- `src/made/x.ts` — written by `npm run build`.',
      '- `src/made/x.ts` — build output.',
      '- `src/made/x.ts` — optional; overrides the settings of the team.',
      '- `src/local.ts` — read if it exists.',
      '- `src/local.ts` — if present, wins over `src/guard.ts`.',
      '- `src/local.ts` — need not exist.',
      '- `src/local.ts` — does not exist in a fresh checkout.',
      '- `src/next.ts` — planned: the second guard.',
      '- `src/next.ts` — not written yet.',
      '- `src/next.ts` — will be split out of `src/guard.ts`.',
      '- `src/main.ts` in the `site` repository — calls the guard.',
      '- `src/main.ts` — upstream, vendored by hand.',
      '- `src/main.ts` — of the user’s project; the guard reads it.',
    );
  });

  it('stands in a list that is introduced so, below such an item, or in such a part', () => {
    silent(
      'Removed in 2.0:\n\n- `src/old.ts` — the poller\n- `src/was.ts` — the guard',
      'Written by `npm run build`:\n\n- `src/made/x.ts` — types',
      'These are generated, and git does not know them:\n\n- `src/made/x.ts` — types',
      '- Gone since 2.0\n  - `src/old.ts` — the poller',
      '### Removed\n\n- `src/old.ts` — the poller',
      '### Generated files\n\n- `src/made/x.ts` — types',
    );
    const later = 'Removed in 2.0:\n\n- `src/old.ts` — the poller\n\nAnd:\n\n- `src/was.ts` — the guard';
    assert.equal(onMap(later, fakeProject(FILES, { history })).length, 1);
    const behind = 'Removed in 2.0:\n\n- `src/old.ts` — x\n\n### Kept\n\n- `src/was.ts` — the guard';
    assert.equal(onMap(behind, fakeProject(FILES, { history })).length, 1);
    const nextPart = '### Removed\n\n- `src/old.ts` — x\n\n### Kept\n\n- `src/was.ts` — the guard';
    assert.equal(onMap(nextPart, fakeProject(FILES, { history })).length, 1);
  });

  it('is beside what it became, in release notes, migration notes and tables of old and new', () => {
    silent(
      '- Renamed `src/was.ts` to `src/guard.ts`.',
      '- From `src/was.ts` to `src/guard.ts`: one export less.',
      '- If you import `src/was.ts`, import `src/guard.ts`.',
      '- ❌ `src/was.ts` — ✅ `src/guard.ts`',
      '- Nothing imports `src/old.ts` any more.',
      '- Historical: `src/old.ts` — the poller.',
      '- `src/old.ts` — 2.x only.',
      '- `src/old.ts` @ v2.9 — the last version with FTP.',
      '- Add a file `src/zones/cet.ts` — one per zone.',
      'Moved in 3.0:\n\n| Now | Then |\n| --- | --- |\n| `src/guard.ts` | `src/old.ts` |',
      '| Old | Now |\n| --- | --- |\n| `src/old.ts` | — |',
    );
  });

  it('is no file of the project as a bare name, or what a program leaves behind', () => {
    silent(
      '- `guard.config.ts` — the file that a user writes.',
      '- `compose.override.yml` — per developer.',
      '- `settings.toml` — of the machine.',
      '- `src/run/guard.log` — on the server.',
    );
  });

  it('is spoken of in a sentence about the past, or about what is made', () => {
    silent(
      'The poller was in `src/old.ts`.',
      'Until the guard came, `src/old.ts` did that.',
      'Once there was `src/old.ts`.',
      'What `src/old.ts` did, `src/guard.ts` does. It was deleted.',
      '`src/was.ts` became `src/guard.ts`.',
      'There is no `src/old.ts` any more.',
      'Use `src/guard.ts` instead of `src/old.ts`.',
      'The build writes `src/made/x.ts`.',
      'See the history of `src/old.ts`, which is gone.',
    );
  });

  it('stands in a row of a table that says so', () => {
    silent(
      '| File | What |\n| --- | --- |\n| `src/old.ts` | removed in 2.0 |\n| `src/made/x.ts` | generated |',
    );
  });

  it('is still judged where such a word is said of something else', () => {
    for (const item of [
      '- `src/old.ts` — `prune()`: takes out rows that users deleted long ago',
      '- `src/old.ts` — `sweep()`, for removed stations and generated names',
      '- `src/old.ts` — writes the optional header of an export',
      '- `src/old.ts` — the moving average; creates its window once a day',
      '- `src/old.ts` is old',
    ]) {
      assert.deepEqual(onMap(item, fakeProject(FILES, { history })), ['"src/old.ts" was deleted.'], item);
    }
  });
});
