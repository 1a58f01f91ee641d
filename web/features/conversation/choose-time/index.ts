export { ChooseTime } from './choose-time'
export { reminderTimes } from './times'
