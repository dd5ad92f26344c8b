/** Why a file is not written, as a clause that continues "`file` ". */
export class Refusal extends Error {}
