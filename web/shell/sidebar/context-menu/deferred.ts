export { PlaceMenu } from './place-menu'
