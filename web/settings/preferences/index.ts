export { Habits, Looks, Told } from './look-and-habits'
export { languages } from './languages'
export { Notices } from './notices'
export { OfNewcomers, type Settings } from './place'
