import { addressBelow } from '../../markdown'

/** A page of the Jira that an address of its API belongs to. A Jira of one's own may stand below a path. */
export const addressOf = (self: string, path: string): string => {
  const end = self.indexOf('/rest/')
  return end === -1 ? '' : addressBelow(self.slice(0, end), path)
}
