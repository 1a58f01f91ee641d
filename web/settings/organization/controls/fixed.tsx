import { texts } from '../../../i18n'
import './controls.css'

interface FixedSettingProps {
  readonly label: string
  readonly text: string
}

/** A setting that the current user cannot change. */
export const FixedSetting = ({ label, text }: FixedSettingProps) => (
  <p class="fixed">
    <small>{label}</small>
    <span>{text}</span>
    <small>{texts.organization.rules.byOwners}</small>
  </p>
)
