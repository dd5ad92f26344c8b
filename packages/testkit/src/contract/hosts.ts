import { posix } from 'node:path';
import type { CallPart } from '../types.ts';
import { call } from './turns.ts';

/** A tool by which a host's model looks source up, and the argument that says where. */
export interface LookupTool {
  readonly tool: string;
  readonly argument: string;
  /** What the argument holds: a file, a folder to search, or a command line that prints a file. */
  readonly takes: 'file' | 'folder' | 'command';
  /** What the tool wants besides. */
  readonly also?: Readonly<Record<string, string>>;
}

/** What a host does that opl-guardian cannot change, and a user should know. */
export interface OplGuardianOnHost {
  /** Ends of a turn, beside a normal one, after which the host keeps its tool calls. */
  readonly keepsCallsOf: readonly ('abort' | 'length')[];
  /** Whether the host opens a stored session again in which a call with an empty id has run. */
  readonly reopensEmptyIds: boolean;
  /** The name of the host's session files, which scan and repair read. */
  readonly sessionFiles: string;
  /** Where a warning reaches a person. */
  readonly warnsIn: 'user interface' | 'log';
}

/** What differs between hosts for the feature map. */
export interface FeatureMapOnHost {
  /** The map's tools that the host offers to its model. */
  readonly tools: readonly string[];
  /** The lookups that are denied by default. */
  readonly lookups: readonly LookupTool[];
  /** Whether a resumed session knows that it was asked, or has consulted the map. */
  readonly remembers: boolean;
  /** Whether a session can begin with the history of another one. */
  readonly forks: boolean;
  /** A subagent is a session in the host's own process, or a process of its own, whose session is like any other. */
  readonly subagents: 'session' | 'process';
}

/** One host. A guard that does not live on it has no member here, and a dash in the capability table. */
export interface HostRow {
  readonly title: string;
  /** The package whose pinned version the tests run. */
  readonly package: string;
  /** What the host lets a guard block. */
  readonly blocks: readonly 'tool call'[];
  /** What it lets a guard rewrite: a response before it is stored, the history and the prompt of a request. */
  readonly rewrites: readonly ('response' | 'history' | 'system prompt')[];
  /** The tool that reads a file. */
  readonly reads: LookupTool;
  readonly oplGuardian?: OplGuardianOnHost;
  readonly featureMap?: FeatureMapOnHost;
}

const MAP_TOOLS = [
  'feature_map',
  'feature_map_check',
  'feature_map_init',
  'feature_map_adopt',
  'feature_map_regen',
] as const;

const PI_READ: LookupTool = { tool: 'read', argument: 'path', takes: 'file' };
const DSH_READ: LookupTool = { tool: 'read', argument: 'file_path', takes: 'file' };

/** Every host, by the name of its files. Each member that a row has is a promise, which the contract holds it to. */
export const HOSTS = {
  pi: {
    title: 'Pi',
    package: '@earendil-works/pi-coding-agent',
    blocks: ['tool call'],
    rewrites: ['response', 'history', 'system prompt'],
    reads: PI_READ,
    oplGuardian: {
      keepsCallsOf: ['abort', 'length'],
      reopensEmptyIds: true,
      sessionFiles: '*.jsonl',
      warnsIn: 'user interface',
    },
    featureMap: {
      tools: MAP_TOOLS,
      lookups: [PI_READ, { tool: 'bash', argument: 'command', takes: 'command' }],
      remembers: true,
      forks: true,
      subagents: 'process',
    },
  },
  dsh: {
    title: 'DeepSeek Harness',
    package: '@deepseek-ai/dsh-agent',
    blocks: ['tool call'],
    rewrites: ['response', 'history', 'system prompt'],
    reads: DSH_READ,
    oplGuardian: {
      keepsCallsOf: [],
      reopensEmptyIds: false,
      sessionFiles: 'session.jsonl.zstd',
      warnsIn: 'log',
    },
    featureMap: {
      tools: MAP_TOOLS,
      lookups: [
        DSH_READ,
        { tool: 'grep', argument: 'path', takes: 'file', also: { pattern: 'tickets' } },
        { tool: 'glob', argument: 'path', takes: 'folder', also: { pattern: '*.ts' } },
      ],
      remembers: false,
      forks: true,
      subagents: 'session',
    },
  },
} as const satisfies Readonly<Record<string, HostRow>>;

export type ContractHostName = keyof typeof HOSTS;

/** A call of `lookup` that looks at the file `path`, written with `/`; a tool that searches folders gets its folder. */
export function lookupCall({ tool, argument, takes, also }: LookupTool, path: string): CallPart {
  const value = { file: path, folder: posix.dirname(path), command: `cat ${path}` }[takes];
  return call(tool, { ...also, [argument]: value });
}
