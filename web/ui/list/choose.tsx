import { texts } from '../../i18n'
import { Drawing } from '..'
import './choose.css'

/** Shown beside a list from which nothing is chosen. */
export const Choose = () => (
  <div class="choose">
    <Drawing of="bubbles" />
    <p>{texts.listBeside.choose}</p>
  </div>
)
