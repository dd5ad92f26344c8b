/** The files of the project that the tests of paths judge a map of. */
export const FILES = {
  'src/guard.ts': '',
  'src/map/check.ts': '',
  'web/chart.js': '',
  'docs/features/page.md': '',
  'docs/features/edge/deep.md': '',
  'docs/features/near.md': '',
};
