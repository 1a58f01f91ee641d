import { firstView } from '../../lib/first-view'
import { lazy } from '../../ui'
import { PrivateConversations } from './private'
import { Streams } from './streams'
import { Views } from './views'
import { isFiltered } from './wanted'
import './sidebar.css'

const Filtering = lazy(async () => (await import('./filtering')).Filtering, firstView)
const FoundList = lazy(async () => (await import('./found-list')).FoundList)

/** Ways to get to conversations. */
export const Sidebar = () => (
  <div class="sidebar">
    <Views />
    {/* Its place is kept until it is loaded. */}
    <div class="filter-place">
      <Filtering />
    </div>
    {isFiltered() ? (
      <FoundList />
    ) : (
      <>
        <PrivateConversations />
        <Streams />
      </>
    )}
  </div>
)
