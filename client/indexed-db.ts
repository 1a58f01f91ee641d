export { indexedDbShelf } from './storage/indexed-db'
export { eraseCommands, eraseState } from './storage/erase'
