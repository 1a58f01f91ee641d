import type { Context } from './context'
import type { Budget } from './budget'
import type { InlineMatches } from './inline-matches'

/** Results of rendering besides the HTML. */
export interface RenderFindings {
  /** Users with a mention that is not silent. */
  users: Set<number>
  /** User groups with a mention that is not silent. */
  groups: Set<number>
  wildcard: boolean
  /** A bare or titled link. */
  has_link: boolean
  /** A link that is followed by its picture. */
  has_image: boolean
  /** Addresses of linked pages that may get a preview. */
  pages: ReadonlySet<string>
  /** Paths of linked files of the realm, below `/user_uploads/`. */
  attachments: Set<string>
}

/** State that the rules share during one rendering. markdown-it passes it to each as `env`. */
export interface Environment {
  context: Context
  found: RenderFindings
  budget: Budget
  /** Matches in the text whose inline syntax is being parsed. */
  inlineMatches: InlineMatches
}

/** markdown-it leaves its type open. */
export const environmentOf = ({ env }: { env: unknown }): Environment => env as Environment
