export { indexedDbShelf } from './shelf/indexed-db'
export { eraseCommands, eraseState } from './shelf/erase'
