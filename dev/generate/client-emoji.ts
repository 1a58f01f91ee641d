/**
 * Codes and names of emoji in clients of this API, as their pickers send them. Without these, the server would reject some emoji
 * that such a client offers.
 */

/** Names that the data set uses for another emoji. */
export const otherwise = `
23f3 time_ticking hourglass, 24c2 m metro, 26bd soccer football, 26f1 beach_umbrella, 26fa tent camping,
2705 check all_good approved, 270f pencil, 274e x, 27b0 loop, 2b06 up north, 2b07 down south, 1f17e o, 1f306 sunset,
1f319 moon, 1f389 tada congratulations, 1f39f ticket, 1f3c5 medal, 1f3cc golf, 1f3cf cricket cricket_bat,
1f3d7 construction, 1f3e4 post_office, 1f401 mouse, 1f404 cow, 1f405 tiger, 1f407 rabbit, 1f408 cat meow, 1f40e horse,
1f415 dog woof, 1f416 pig oink, 1f41e beetle ladybug, 1f446 point_up this, 1f44c ok got_it, 1f463 footprints feet,
1f4c3 receipt, 1f4c5 calendar, 1f4c6 date, 1f4c8 chart upwards_trend growing increasing, 1f50a louder sound,
1f525 fire lit hot flame, 1f53c upvote up_button increase, 1f557 clock time, 1f57a dancing disco, 1f590 high_five palm,
1f5dd secret dungeon old_key encrypted clue hint, 1f5de newspaper swat, 1f601 grinning_face_with_smiling_eyes,
1f614 pensive tired, 1f617 kiss, 1f62c grimacing nervous anxious, 1f635 dizzy, 1f682 train steam_locomotive, 1f68b tram,
1f69b truck, 1f6a6 traffic_light vertical_traffic_light, 1f6f5 scooter motor_bike, 1f912 sick flu face_with_thermometer,
1f91a stop
`

/** Names that are missing in the data set. */
export const further = `
2122 trademark, 2194 left_right swap, 2195 up_down, 2196 north_west upper_left, 2197 north_east upper_right,
2198 lower_right south_east, 2199 lower_left south_west, 21a9 left_hook reply, 21aa forward right_hook, 231b times_up,
23eb double_up, 23ec double_down, 23ed skip_forward, 23ee skip_back, 25c0 play_reverse, 2601 overcast, 2604 meteor,
2611 checkbox, 2618 clover, 261d asking_a_question point_of_information wait_one_second,
2620 death hazard pirate poison toxic, 2622 nuclear, 262a islam, 2638 buddhism, 2639 big_frown sad,
267f accessible disabled, 2692 at_work, 2694 duel swords, 2696 balance justice, 2697 alchemy,
2699 engineer mechanical settings, 269b physics, 26a0 caution danger, 26b0 burial grave, 26b1 cremation, 26c4 frosty,
26c5 partly_cloudy, 26c8 thunder_and_rain thunderstorm, 26cf mine,
26d1 hard_hat helmet invincible rescue_worker safety_first, 26d4 wrong_way, 26f3 hole_in_one, 26f9 ball sports,
26fd gas_pump petrol_pump, 2709 mail, 270a power, 270c peace_sign, 270d writing, 271d christianity, 2721 judiasm,
2728 glamour, 274c incorrect wrong, 2764 love love_you, 2795 add, 2796 subtract, 27a1 east right,
27bf double_loop voicemail, 2934 heading_up, 2935 heading_down, 2b05 left west, 2b55 circle, 303d part_alternation,
1f17f p, 1f197 squared_ok, 1f199 squared_up, 1f300 hurricane typhoon, 1f303 night, 1f304 mountain_sunrise,
1f305 ocean_sunrise, 1f308 lgbtq pride, 1f309 bridge, 1f30c night_sky, 1f310 globe www, 1f314 waxing_moon,
1f31b goodnight, 1f31d moon_face, 1f31e sun_face, 1f320 wish, 1f321 temperature warm,
1f326 partly_sunny_with_rain sunshowers, 1f327 drenched soaked, 1f328 snowstorm, 1f329 lightning_storm, 1f32b hazy,
1f32c mother_nature windy, 1f331 sprout, 1f333 tree, 1f336 chili_pepper, 1f337 flower, 1f33d maize, 1f33e harvest,
1f33f plant, 1f340 lucky, 1f343 fall wind, 1f356 meat, 1f357 drumstick poultry, 1f358 senbei, 1f359 onigiri,
1f35c noodles, 1f360 yam, 1f364 tempura, 1f365 naruto, 1f368 gelato, 1f369 donut, 1f36b chocolate, 1f36f honey,
1f372 food soup, 1f374 eating_utensils, 1f377 wine, 1f37d hungry lets_eat meal table_setting, 1f380 decoration,
1f381 present, 1f383 jack-o-lantern pumpkin, 1f384 holiday_tree, 1f388 celebration, 1f38a confetti party_ball,
1f38b wish_tree, 1f38c solidarity, 1f392 satchel, 1f393 graduate, 1f39a volume, 1f39e film,
1f3a0 carousel merry_go_round, 1f3a3 fishing, 1f3a4 mic mike, 1f3a6 movie_theater, 1f3a8 painting, 1f3aa circus,
1f3ab pass, 1f3ac action, 1f3ad drama theater, 1f3af bulls_eye darts, 1f3b1 8_ball pool, 1f3b2 dice die, 1f3b3 strike,
1f3b4 playing_cards, 1f3b5 music, 1f3b9 piano, 1f3c1 go race start, 1f3c4 surf, 1f3c6 winner, 1f3c7 horse_riding,
1f3c9 rugby, 1f3ca swim, 1f3cb gym lift weight_lift work_out, 1f3ce racecar, 1f3d4 snowy_mountain,
1f3d5 campsite, 1f3d9 city skyline, 1f3da condemned, 1f3e1 suburb, 1f3e3 japan_post, 1f3ef shiro, 1f3f3 surrender,
1f3f7 price_tag tag, 1f3fa vase, 1f402 bull, 1f40b humpback_whale, 1f40d hiss, 1f411 baa,
1f413 alarm cock-a-doodle-doo, 1f414 cluck, 1f41a conch seashell, 1f41b caterpillar, 1f41d buzz, 1f422 tortoise,
1f423 hatching, 1f424 chick, 1f425 new_baby, 1f42a arabian_camel, 1f42d dormouse, 1f42e calf, 1f42f tiger_cub,
1f430 bunny, 1f431 kitten, 1f434 pony, 1f436 puppy, 1f437 piglet, 1f43e paws, 1f440 looking, 1f44a fist_bump,
1f44b hello hi, 1f44f applause, 1f451 king queen, 1f452 hat, 1f453 spectacles, 1f454 tie, 1f456 denim, 1f45a clothing,
1f460 high_heels, 1f461 flip_flops, 1f464 shadow silhouette, 1f465 shadows silhouettes, 1f46b man_and_woman_couple,
1f46c men_couple, 1f46d women_couple, 1f46e police, 1f470 bride, 1f472 gua_pi_mao, 1f473 turban, 1f474 elderly_man,
1f475 elderly_woman, 1f47b boo haunted spooky, 1f47d ufo, 1f47f angry_devil devil, 1f488 striped_pole, 1f489 injection,
1f48a medicine, 1f48b lipstick_kiss, 1f48e crystal, 1f494 heartache, 1f497 heart_pulse, 1f498 heart_arrow smitten,
1f49a envy, 1f49b heart_of_gold, 1f49c bravery, 1f49f heart_box, 1f4a0 cute kawaii, 1f4a1 idea, 1f4a2 bam pow,
1f4a5 crash explosion, 1f4a7 drop water_drop, 1f4ab seeing_stars, 1f4ac umm, 1f4ad dream thought, 1f4af hundred,
1f4b0 money, 1f4b1 exchange, 1f4b2 dollars, 1f4b3 debit_card, 1f4b4 yen_banknotes, 1f4b5 dollar_bills,
1f4b6 euro_banknotes, 1f4b7 pound_notes, 1f4b8 easy_come_easy_go losing_money, 1f4b9 stock_market, 1f4bd gold_record,
1f4c1 organize, 1f4c2 folder, 1f4c4 document file page paper, 1f4c7 rolodex,
1f4c9 decreasing downwards_trend shrinking, 1f4cc push_pin thumb_tack, 1f4cd pin sewing_pin, 1f4ce attachment,
1f4cf ruler straightedge, 1f4d0 carpenter_square, 1f4d1 place_holder, 1f4d2 spiral_notebook, 1f4d3 composition_book,
1f4d4 decorative_notebook, 1f4d5 red_book, 1f4dd note, 1f4de home_phone landline, 1f4e2 bullhorn, 1f4e3 shout,
1f4e4 outbox, 1f4e5 inbox, 1f4e8 mail_received, 1f4e9 mail_sent sealed, 1f4ea closed_mailbox, 1f4ec unread_mail,
1f4ed empty_mailbox inbox_zero no_mail, 1f4ee mail_dropoff, 1f4ef horn, 1f4f0 headlines, 1f4f1 smartphone,
1f4f4 phone_off, 1f4f5 no_phones, 1f4f6 cell_reception signal_bars, 1f4f8 say_cheese taking_a_picture,
1f4f9 video_recorder, 1f4fd movie, 1f504 return, 1f505 dim, 1f506 brightness, 1f509 softer, 1f50b full_battery,
1f50d find magnifying_glass search, 1f50f digital_security key_signing privacy protected,
1f510 commitment lock_with_key loyalty safe secure, 1f514 notifications, 1f515 mute_notifications, 1f51e nc17,
1f520 capital_letters, 1f521 alphabet, 1f522 numbers, 1f527 fixing, 1f528 handyman handywoman maintenance, 1f529 screw,
1f52a betrayed, 1f52c science scientist, 1f52e fortune_telling future oracle, 1f532 white_and_black_square,
1f533 black_and_white_square, 1f53a red_triangle_up, 1f53b red_triangle_down, 1f53d decrease down_button downvote,
1f549 hinduism, 1f574 hover, 1f575 agent sneaky sleuth, 1f578 web, 1f579 arcade,
1f587 linked office_supplies paperclip_chain, 1f58a ballpoint_pen, 1f596 live_long_and_prosper spock, 1f5bc picture,
1f5c2 sort, 1f5c3 archive, 1f5d1 trash_can, 1f5dc vise, 1f5e1 rated_for_violence, 1f5e8 speech_bubble,
1f5ef anger_bubble, 1f5fa road_trip, 1f5fc tower, 1f5fd new_york statue, 1f5ff rock_carving, 1f600 happy,
1f602 laughter_tears tears, 1f604 big_smile, 1f608 smiling_devil, 1f60d in_love, 1f60f smug,
1f615 concerned half_frown oh_no, 1f616 agony, 1f618 blow_a_kiss heart_kiss, 1f619 kiss_smiling_eyes,
1f61a kiss_with_blush, 1f61b mischievous, 1f61c crazy joking stuck_out_tongue_wink, 1f621 grumpy mad very_angry,
1f623 helpless, 1f625 exhausted stressed, 1f627 pained, 1f628 fear scared shock, 1f629 distraught, 1f62b anguish,
1f62e surprise, 1f633 blushing embarrassed, 1f636 blank poker_face speechless, 1f637 cant_talk, 1f63c smug_cat,
1f63e angry_cat, 1f643 oops, 1f645 no_signal nope, 1f646 ok_signal, 1f64b pick_me, 1f64c praise,
1f64f namaste thank_you welcome, 1f683 train_car, 1f686 oncoming_train, 1f687 subway,
1f68a oncoming_streetcar oncoming_tram oncoming_trolley, 1f68b streetcar, 1f68c school_bus, 1f68e trolley,
1f692 fire_truck, 1f695 rideshare, 1f698 oncoming_car, 1f699 jeep recreational_vehicle, 1f69a moving_truck,
1f69b big_rig semi_truck tractor-trailer transport_truck, 1f69d elevated_train, 1f6a0 gondola, 1f6a1 ski_lift,
1f6a3 crew rowing sculling, 1f6a7 construction_zone work_in_progress, 1f6a8 alert siren, 1f6ab not_allowed,
1f6b0 drinking_water tap_water, 1f6b4 cyclist, 1f6b5 mountain_biker, 1f6b6 pedestrian,
1f6b8 drive_with_care school_crossing, 1f6bc baby_change_station nursery, 1f6c2 immigration, 1f6c5 locked_bag locker,
1f6cb furniture lifestyles living_room, 1f6cc accommodations guestrooms in_bed, 1f6ce ding reception services,
1f6cf bedroom, 1f6e0 working_on_it, 1f6e2 commodities, 1f6e3 road, 1f6e4 train_tracks, 1f6eb departure take_off,
1f6ec arrival landing, 1f6f3 cruise yacht, 1f910 hush lips_are_sealed quiet silence zip_it, 1f911 kaching money_face,
1f913 geek, 1f915 hurt injured, 1f917 arms_open, 1f918 rock_on, 1f91d done_deal, 1f922 queasy,
1f930 expecting pregnant, 1f935 tuxedo, 1f938 acrobatics gymnastics tumbling, 1f940 crushed, 1f942 clink toast,
1f943 small_glass, 1f945 gooooooooal, 1f947 gold number_one, 1f948 silver, 1f949 bronze,
1f94b black_belt dogi keikogi martial_arts, 1f956 baguette, 1f959 doner_kebab shawarma souvlaki, 1f95e breakfast,
1f98e gecko
`

/** Canonical names at feature level 121 that are not the first name of their emoji, neither above nor in the data set. */
export const chosen = `
asterisk info left_right up_down upper_left upper_right lower_right lower_left reply forward times_up double_up
double_down next_track previous_track play_pause timer pause stop_button record metro play play_reverse checkbox
umbrella_with_rain wait_one_second radioactive biohazard peace sad smiling_face hot_springs accessible at_work duel
justice alchemy atom high_voltage football frosty thunderstorm mine helmet hole_in_one ball fuel_pump peace_sign writing
check_mark multiplication cross eight_pointed_star heart_exclamation plus minus division right double_loop heading_up
heading_down left circle part_alternation joker squared_ok squared_up night mountain_sunrise bridge www waxing_moon
new_moon_face goodnight moon_face sun_face glowing_star shooting_star temperature cloudy sunshowers rainy snowy windy
tree harvest lucky orange meat drumstick senbei onigiri yam tempura naruto soft_serve donut chocolate honey food cooking
wine hungry jack-o-lantern holiday_tree confetti wish_tree carp_streamer moon_ceremony backpack graduate military_medal
volume film carousel fishing top_hat circus action direct_hit billiards dice strike playing_cards music musical_notes
piano running_shirt running surf rugby swim lift motorcycle racecar field_hockey ice_hockey ping_pong snowy_mountain
beach houses city derelict_house island suburb japan_post lantern shiro castle white_flag black_flag badminton vase
humpback_whale hatching chick new_baby arabian_camel dormouse calf tiger_cub bunny kitten pony puppy piglet panda
fist_bump +1 -1 hat glasses tie clothing shoe high_heels silhouette silhouettes police bride gua_pi_mao turban ogre
goblin devil guard nail_polish injection medicine lipstick_kiss heart_pulse heart_box cute light_bulb drop poop umm
thought money exchange dollars yen_banknotes dollar_bills euro_banknotes pound_notes losing_money stock_market
gold_record organize folder document rolodex downwards_trend push_pin pin ruler carpenter_square place_holder
decorative_notebook red_book landline megaphone outbox inbox mail_received mail_sent closed_mailbox unread_mail
inbox_zero mail_dropoff horn mobile_phone phone_off no_phones cell_reception taking_a_picture projector shuffle
clockwise counterclockwise brightness softer search privacy secure locked unlocked notifications mute_notifications ten
fixing knife science white_and_black_square black_and_white_square blue_circle red_triangle_up red_triangle_down
downvote om dove menorah time levitating detective web office_supplies pen fountain_pen paintbrush crayon spock
computer_mouse picture sort archive spiral_notepad dagger speaking_head speech_bubble anger_bubble ballot_box map tower
statue rock_carving big_smile smiling_devil oh_no heart_kiss kiss_smiling_eyes kiss_with_blush stuck_out_tongue_wink
exhausted fear anguish speechless angry_cat crying_cat upside_down rolling_eyes no_signal ok_signal person_pouting
high_speed_train bullet_train oncoming_train oncoming_tram trolley bus_stop fire_truck oncoming_car recreational_vehicle
moving_truck gondola work_in_progress siren triangular_flag prohibited cyclist mountain_biker baby_change_station locker
living_room in_bed stop_sign shopping_cart working_on_it road take_off landing silence money_face nerd thinking hurt
robot hug rock_on call_me left_fist right_fist fingers_crossed cowboy clown nauseated drooling lying sneezing pregnant
tuxedo mother_christmas cartwheel fencing wrestling drum clink small_glass gooooooooal first_place second_place
third_place black_belt baguette salad paella doner_kebab milk kiwi lion unicorn fox cheese
`
