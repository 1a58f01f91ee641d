export { ChoosePicture } from './choose-picture'
export { Crop } from './crop'
export { PictureSetting } from './picture-setting'
