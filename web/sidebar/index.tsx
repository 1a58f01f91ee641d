import { PrivateConversations } from './private'
import { Streams } from './streams'
import { Views } from './views'
import './sidebar.css'

export { Mark } from './mark'
export { Count } from './row'

/** Ways to get to conversations. */
export const Sidebar = () => (
  <div class="sidebar">
    <Views />
    <PrivateConversations />
    <Streams />
  </div>
)
