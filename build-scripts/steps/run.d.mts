type Options = { quiet?: boolean; env?: NodeJS.ProcessEnv; timeoutMs?: number };
export function run(command: string, args: string[], options?: Options): Promise<{ code: number; output: string }>;
export function runNode(script: string, args?: string[], options?: Options): Promise<{ code: number; output: string }>;
