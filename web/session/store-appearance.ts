import { storeLanguage, applyTheme } from '../ui/styles/apply-theme'
import { localAppearance, textSizeOf } from '../ui/styles/local-appearance'

interface Settings {
  readonly color_scheme?: number
  readonly dense_mode?: boolean
  readonly high_contrast_mode?: boolean
  readonly fluid_layout_width?: boolean
  readonly default_language?: string
}

/**
 * Stores and applies the theme of the account and of this browser. English is the default of every account, so it only counts as
 * a choice if a language was stored before.
 */
export function storeAppearance(settings: object): void {
  const { color_scheme = 1, default_language = 'en', ...looks } = settings as Settings
  const size = textSizeOf(localAppearance.value, looks.dense_mode !== false)
  const { density } = localAppearance.value
  applyTheme(
    [
      ['dark', 'light'][color_scheme - 2],
      size !== 'normal' && size,
      density !== 'comfortable' && density,
      looks.high_contrast_mode && 'strong',
      looks.fluid_layout_width && 'wide',
    ]
      .filter(Boolean)
      .join(' '),
  )
  if (default_language !== 'en' || localStorage['language']) storeLanguage(default_language)
}
