/** What nearly every test imports; the kit's other files are imported by name. */
export { expectEvent, Listener, type ToldEvent } from './listener'
export { password, Person } from './person'
export { newRealm, setupToken, TestRealm } from './realm'
export { costOf, reach, request, type Answer, type Cost, type Params } from './request'
export { rootDomain, StoredRealm } from './stored-realm'
