export { schemaErrors } from './json-schema.ts';
export { emptyEmitted } from './model/emitted.ts';
export { startScriptedModel } from './model/server.ts';
export * from './pi/index.ts';
export * from './types.ts';
export { validators, wireRules } from './wire/index.ts';
