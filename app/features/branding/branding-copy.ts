/** Product copy. docs/decisions/0020 says how to add to it. */

export const preview = "Preview";
export const newTask = "New task";
export const light = "Light";
export const dark = "Dark";
export const site = "Site";
export const host = "Host";
export const hostHint = "The host in the desk's web address, such as desk.example.org.";
export const name = "Name";
export const siteNameHint = "Shown in page titles and headers, and on the sign-in page. Leave empty to show no name.";
export const siteNameDefaultHint = (usual: string) =>
  `Shown in page titles and headers, and on the sign-in page. Leave empty to use the server's default, ${usual}.`;
export const colour = "Colour";
export const colourHint =
  "The accent colour, such as #1f6feb. Taskdesk adjusts it if text would be hard to read. Leave empty for orange.";
export const pickAColour = "Pick a colour";
export const logo = "Logo";
export const removeThisLogo = "Remove this logo";
export const replaceLogo = "Replace logo";
export const logoHint = (logoKiB: number) =>
  `A PNG, WebP or JPEG image up to ${logoKiB} KiB. A square image of at least 192 × 192 pixels is also used as the app icon.`;
export const saveSite = "Save site";
export const addSite = "Add site";
export const cancel = "Cancel";
export const sites = "Sites";
export const home = "Home";
export const resetSite = "Reset site";
export const newSite = "New site";
export const aboutSites = "Name, logo and colour for each web address.";
export const none = "None";
export const orange = "Orange";
export const customLogo = "Custom";
export const nameTooLong = (most: number) => `A name can have at most ${most} characters.`;
export const enterAColour = "Enter a colour as # and six hex digits, such as #1f6feb.";
export const enterAHost = "Enter a host, such as desk.example.org.";
export const chooseAnImage = "That file can't be used as a logo. Choose a PNG, WebP or JPEG image.";
export const imageTooLarge = (most: number) =>
  `That image is too large. Choose one that's at most ${most} pixels on each side.`;
export const nameAndLogo = "Name and logo";
export const nameAndLogoSaved = "Name and logo saved";
export const siteSaved = (host: string) => `${host} saved`;
export const fileStorageUnavailable = "File storage isn't working right now, so nothing was saved. Try again later.";
export const siteExists = "This host already has a site. Open it in the list of sites to change it.";
export const siteChangedMeanwhile =
  "Someone else changed this site while you were editing. Nothing was saved. Open the site in another window to see the changes.";
export const cannotRestoreSite =
  "This site can't be restored: it changed after the reset, or the reset was over a day ago. Edit it instead.";
export const siteLimitReached = (most: number) => `You've reached the limit of ${most} sites. Reset a site first.`;
export const checkBeforeReset = "Someone else changed this site. Check it before you reset it.";
export const siteReset = (host: string) => `Reset ${host} to the server settings`;
export const siteRestored = (host: string) => `Restored ${host}`;
export const logoChanged = "changed";
export const logoFileTooLarge = (most: number) => `That file is too large. Choose one up to ${most} KiB.`;
export const undo = "Undo";
