export { indexedDbShelf } from './shelf/indexed-db'
