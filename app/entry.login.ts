/** The login page's own script: it loads nothing of Remix, and works without this. */
export {};
