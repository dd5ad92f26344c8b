import { checkMap } from '../map/check.ts';
import type { Finding } from '../map/findings.ts';
import { MAP_FOLDER } from '../map/page-link.ts';
import type { FeatureMap } from '../map/types.ts';
import type { Renames } from '../regen/row-target.ts';
import { newRow, newTable, newTarget, withoutSecondRow } from './index-steps.ts';
import { dividedSection, missingHeadingLines, newTitle, newTrigger } from './page-steps.ts';
import type { PlanItem } from './plan-item.ts';
import { JUDGMENT, type Step, type StepContext, stepContext } from './step.ts';

/**
 * The checker's findings on a map as things to do, each with what follows from the files. A page without a row that
 * a row with a broken link means is not reported twice.
 *
 * @param renames what git says became of pages
 */
export function mapItems(map: FeatureMap, renames: Renames, maxSectionBytes: number): PlanItem[] {
  const { findings } = checkMap(map, { maxSectionBytes });
  const context = stepContext(map, renames);
  return findings.flatMap((finding) => {
    const step = stepFor(finding, context, maxSectionBytes);
    return step === undefined ? [] : [{ ...finding, file: `${MAP_FOLDER}/${finding.page}`, ...step }];
  });
}

/** `undefined` where another item covers the finding. */
function stepFor(finding: Finding, context: StepContext, maxSectionBytes: number): Step | undefined {
  switch (finding.rule) {
    case 'index/no-table':
      return newTable(context);
    case 'index/unlinked-page':
      return newRow(finding, context);
    case 'index/broken-link':
    case 'index/row-without-link':
      return newTarget(finding, context);
    case 'index/duplicate-row':
      return withoutSecondRow(finding, context);
    case 'page/no-title':
      return newTitle(finding, context);
    case 'page/no-trigger':
      return newTrigger(finding, context);
    case 'page/missing-heading':
      return missingHeadingLines(finding, context);
    case 'section/too-big':
      return dividedSection(finding, context, maxSectionBytes);
    default:
      return JUDGMENT;
  }
}
