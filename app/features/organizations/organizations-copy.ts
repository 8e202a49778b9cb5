/** Product copy. docs/decisions/0020 says how to add to it. */

export const members = "Members";
export const showAll = "Show all";
export const manager = "Manager";
export const noMembersYet = "This organization has no members yet.";
export const nameOrAddressHint = "A name or an email address.";
export const makeManager = "Make manager";
export const makeManagerNamed = (name: string) => `Make manager: ${name}`;
export const organization = "Organization";
export const people = "People";
export const organizations = "Organizations";
export const edit = "Edit";
export const none = "None";
export const tasks = "Tasks";
export const noTasksYet = "No tasks from members yet.";
export const alreadyAMember = (name: string) => `${name} is already a member`;
export const memberAdded = (name: string) => `Added ${name} to the organization`;
export const memberMoved = (name: string, from: string) => `Moved ${name} here from ${from}`;
export const domainsHint =
  "One per line, such as example.org. Requesters with an email address at these domains join automatically unless they already belong to an organization.";
export const requestSharingHint =
  "These people can see the organization's requests, in addition to the requester and agents. Confidential requests and requests to members-only teams are never shared.";
export const editNamed = (name: string) => `Edit ${name}`;
export const saveOrganization = "Save organization";
/** `joined`: how many people joined by a domain. */
export const organizationSaved = (joined: number) =>
  joined === 0
    ? "Organization saved"
    : joined === 1
      ? "Organization saved. 1 person joined through an email domain"
      : `Organization saved. ${joined} people joined through an email domain`;
export const newOrganization = "New organization";
export const addOrganization = "Add organization";
export const organizationCreated = (joined: number) =>
  joined === 0
    ? "Organization added"
    : joined === 1
      ? "Organization added. 1 person joined through an email domain"
      : `Organization added. ${joined} people joined through an email domain`;
export const name = "Name";
export const requestsSharedWith = "Requests shared with";
export const listIsForAgents = "Only agents can see the list of organizations. If you need access, ask an admin.";
export const search = "Search";
export const show = "Filter";
export const clear = "Clear";
export const searchTip = "Try the start of a word in the organization's name, or its domain.";
export const noOrganizationsFound = "No organizations found";
export const aboutOrganizations =
  "An organization groups the requesters of a company, school or branch. Its members can share their requests.";
export const noOrganizationsYet = "No organizations yet";
export const onlyAdminsChangeOrganization = (name: string) =>
  `Only admins can change ${name}'s organization. Ask an admin to do it.`;
export const enterAName = "Enter a name.";
export const nameNeedsALetter = "A name needs at least one letter or digit.";
export const nameTooLong = (most: number) => `A name can have at most ${most} characters.`;
export const tooManyDomains = (most: number) => `An organization can have at most ${most} domains. Remove some.`;
export const notADomain = (value: string) => `“${value}” isn't a domain. Enter one such as example.org.`;
export const noteTooLong = (most: number) => `A note can have at most ${most} characters.`;
export const chooseAnOption = "Choose an option from the list.";
export const isAManager = (name: string) => `${name} is now a manager`;
export const isAMember = (name: string) => `${name} is now a member`;
export const memberRemoved = (name: string) => `Removed ${name} from the organization`;
export const isAMemberAgain = (name: string) => `${name} is a member again`;
export const isAManagerAgain = (name: string) => `${name} is a manager again`;
export const undo = "Undo";
export const joinedAnotherOrganization = "Not undone: that person has joined another organization";
export const noLongerAMember = "That person is no longer a member";
export const nameIsTaken = "Another organization has this name. Choose a different one.";
export const onlyAdminsChangeThese = "Only admins can change email domains and request sharing. Ask an admin to do it.";
export const publicDomainWarning = (domains: string) => `Anyone can get an address at ${domains}.`;
export const peopleJoin = (people: number) =>
  people === 0
    ? "No one joins now. Anyone who later writes from such an address will join."
    : people === 1
      ? "1 person joins now. Anyone who later writes from such an address will join too."
      : `${people} people join now. Anyone who later writes from such an address will join too.`;
export const memberCount = (people: number) =>
  people === 1 ? "The organization has 1 member." : `The organization has ${people} members.`;
export const requestsNotShared = "Members don't see each other's requests.";
export const managersSeeRequests = "The organization's managers see all members' requests.";
export const membersSeeRequests = "All members see each other's requests.";
export const publicDomainsAnyway = (domains: string) => `Use ${domains} anyway`;
export const domainIsTaken = (domain: string, by: string) =>
  `${domain} already belongs to ${by}. Remove it there first.`;
export const changedMeanwhile = "Someone else changed this organization while you were editing. Nothing was saved.";
export const currentValue = (value: string) =>
  `It's now “${value}”. Save again to replace it with yours, or change yours to match.`;
export const notShared = "No one else";
export const managers = "Managers";
export const allMembers = "All members";
export const emailDomains = "Email domains";
export const noteForAgents = "Note for agents";
export const noDomains = "none";
export const peopleAdded = "People added";
export const anOrganization = "organization";
