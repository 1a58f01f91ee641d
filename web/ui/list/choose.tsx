import { laterWords } from '../../i18n/later-words'
import { Drawing } from '..'
import './choose.css'

/** Shown beside a list from which nothing is chosen. */
export const Choose = () => (
  <div class="choose">
    <Drawing of="bubbles" />
    <p>{laterWords.lists.choose}</p>
  </div>
)
