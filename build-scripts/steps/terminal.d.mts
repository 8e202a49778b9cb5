export function isTerminalGone(): boolean;
