import { codeOf } from '../map/map-listing.ts';
import type { Surroundings } from '../paths.ts';
import { quote } from '../quote.ts';
import type { ToolValue, WritingTool } from '../tools.ts';
import { type DocumentWriter, documentWriter } from './document-writer.ts';
import { projectRoot } from './project-root.ts';
import { type ArgSpecs, argSchema, type ReadArgs, readArgs } from './tool-args.ts';

interface WritingToolSpec<Specs extends ArgSpecs>
  extends Pick<WritingTool, 'name' | 'description' | 'value'> {
  readonly args: Specs;
  /** @param root real path of the project's root */
  answer(root: string, args: ReadArgs<Specs>, writer: DocumentWriter): Promise<ToolValue>;
}

/** Makes a tool of an answer: arguments that do not fit, and a call without a project, never reach it. */
export function writingTool<Specs extends ArgSpecs>(
  { name, description, args: specs, value, answer }: WritingToolSpec<Specs>,
  machine: Surroundings,
): WritingTool {
  return {
    name,
    description,
    parameters: argSchema(specs),
    value,
    consults: false,
    async run(args, cwd, writerFor) {
      const read = readArgs(args, specs);
      if (typeof read === 'string') return { isError: true, text: `${name}: ${read}` };
      if (cwd === undefined) return { isError: true, text: `${name}: ${NO_FOLDER}` };
      const root = projectRoot(cwd, machine);
      if (root === undefined)
        return { isError: true, text: `${name}: the folder ${quote(cwd)} does not exist` };
      try {
        return { isError: false, value: await answer(root, read, documentWriter(writerFor(root))) };
      } catch (error) {
        return { isError: true, text: `${name} failed (${codeOf(error)}); part of it may have been done` };
      }
    },
  };
}

const NO_FOLDER =
  'this call belongs to no session with a working folder, so there is no project to write for';
