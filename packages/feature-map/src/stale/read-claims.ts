import path from 'node:path';
import { MAP_FOLDER } from '../map/page-link.ts';
import type { Page } from '../map/types.ts';
import { BlockReader } from './block-reader.ts';
import type { PageClaims, Place, SettingClaim } from './claims.ts';
import type { FileTree } from './file-tree.ts';
import { formRole, judgedBlocks, type RoleOf, type Row } from './judged-blocks.ts';
import { isExemptRow, readSettingRow } from './setting-row.ts';

/**
 * What a page says of files, symbols, tests and defaults.
 *
 * @param folder folder from which page paths count, from the project's root
 * @param roleOf what its sections are about
 */
export function readClaims(
  page: Page,
  tree: FileTree,
  folder: string = MAP_FOLDER,
  roleOf: RoleOf = formRole,
): PageClaims {
  const { blocks, rows } = judgedBlocks(page, roleOf);
  const pageFolder = path.posix.join(folder, path.posix.dirname(page.path));
  const placeOf = ({ section }: Pick<Row, 'section'>, line: number): Place => ({
    page,
    section,
    line: line + 1,
  });
  const reader = new BlockReader(tree, pageFolder, placeOf);
  for (const block of blocks) {
    if (block.kind !== 'cell' || block.role !== 'settings') reader.read(block);
  }
  const claims = [...reader.claims];
  const exemptions = [...reader.exemptions];
  for (const row of rows) {
    if (row.role !== 'settings') continue;
    const setting = readSettingRow(row);
    const place = placeOf(row, row.line);
    const claim: SettingClaim | undefined = setting && { kind: 'setting', place, ...setting };
    if (claim !== undefined) claims.push(claim);
    if (isExemptRow(row)) exemptions.push({ place, claim });
  }
  return { page, claims, exemptions };
}
