import { describe, test } from 'node:test';
import type { ContractHost } from './host.ts';
import { type ContractHostName, HOSTS, type HostRow } from './hosts.ts';

/** One promise of a guard. */
export interface Scenario {
  readonly name: string;
  /** Whether it is kept by a host without the guard as well: what the guard has to leave alone. */
  readonly holdsUnguarded?: boolean;
  /** @throws where the promise is not kept. */
  run(host: ContractHost): Promise<void>;
}

/** The promises of a guard on a host, by what the host's row says that it can do. */
export type Contract = (row: HostRow) => Scenario[];

/** Registers one test for each promise of `contract` on a host, which `beside` may tell apart from another run. */
export function guardContract(
  contract: Contract,
  name: ContractHostName,
  host: ContractHost,
  beside = '',
): void {
  const row = HOSTS[name];
  describe(`the contract on ${row.title}${beside}`, () => {
    for (const scenario of contract(row)) test(scenario.name, () => scenario.run(host));
  });
}
