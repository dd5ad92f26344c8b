export { capabilityTable } from './capability-table.ts';
export { featureMapContract } from './feature-map/contract.ts';
export type { ContractHost, ContractPlace, ContractSession, Said } from './host.ts';
export { HOSTS, lookupCall } from './hosts.ts';
export { oplGuardianContract } from './opl-guardian/contract.ts';
export { guardContract } from './scenario.ts';
export { call, message, says } from './turns.ts';
