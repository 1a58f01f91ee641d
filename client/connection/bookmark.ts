/**
 * Where the latest bookmark is stored: any object, such as `localStorage`. A bookmark names a state of the database that this
 * account has seen. A server with read replicas sends one with its answers, and reads no older state for a client that sends it
 * back. Of two bookmarks, the greater string is the later one.
 */
export interface BookmarkStorage {
  bookmark?: string
  /** Other entries of the same object. */
  [name: string]: unknown
}

/** Header of requests and answers. */
export const bookmarkHeader = 'Rivulet-Bookmark'

/** What the header says before there is a bookmark. The server sees that the client keeps bookmarks. */
export const noBookmark = 'none'
