import type { Examples } from '../examples'

export const examples: Examples = {
  changeSettings: {
    params: { timezone: 'Europe/Copenhagen', twenty_four_hour_time: true, enter_sends: true, favourite_tide: 'spring' },
    answer: { ignored_parameters_unsupported: ['favourite_tide'] },
  },
  changeDisplaySettings: { params: { color_scheme: 2 }, answer: { ignored_parameters_unsupported: [] } },
  changeNotificationSettings: { params: { enable_sounds: false }, answer: { ignored_parameters_unsupported: [] } },
  changeRealmDefaults: {
    by: 'olga',
    params: { default_view: 'all_messages', notification_sound: 'ding' },
    answer: { ignored_parameters_unsupported: [] },
  },
}
