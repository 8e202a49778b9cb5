export function findNginx(): string | undefined;
export function ensureNginx(): Promise<void>;
export function findDovecot(): string | undefined;
export function ensureDovecot(): Promise<void>;
export function findFirefox(): string | undefined;
export function findWebKit(): { driver: string; screen: string; browser: string } | undefined;
export function ensureOtherBrowsers(): Promise<void>;
