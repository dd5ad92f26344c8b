import { rule as argumentsNotObject } from './rules/arguments-not-object.ts';
import { rule as blankId } from './rules/blank-id.ts';
import { rule as blankName } from './rules/blank-name.ts';
import { rule as callWithoutResult } from './rules/call-without-result.ts';
import { rule as duplicateId } from './rules/duplicate-id.ts';
import { rule as emptyContent } from './rules/empty-content.ts';
import { rule as illegalId } from './rules/illegal-id.ts';
import { rule as illegalName } from './rules/illegal-name.ts';
import { rule as loneSurrogate } from './rules/lone-surrogate.ts';
import { rule as longName } from './rules/long-name.ts';
import { rule as resultTwice } from './rules/result-twice.ts';
import { rule as resultWithoutCall } from './rules/result-without-call.ts';
import { rule as stopWithoutCall } from './rules/stop-without-call.ts';

/** All rules, in the order in which they are listed. */
export const RULES = [
  blankId,
  blankName,
  illegalName,
  longName,
  illegalId,
  duplicateId,
  argumentsNotObject,
  callWithoutResult,
  resultWithoutCall,
  resultTwice,
  emptyContent,
  stopWithoutCall,
  loneSurrogate,
] as const;

export type RuleId = (typeof RULES)[number]['id'];
