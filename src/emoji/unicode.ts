/**
 * Made by dev/generate/emoji.ts: a line for each emoji, its code, its canonical name and its other names.
 * Most names are those of emojibase-data, Copyright (c) Miles Johnson, MIT license.
 */
export const unicodeTable = `
0023-20e3 hash number_sign keycap_number_sign
002a-20e3 asterisk keycap_star keycap_asterisk
0030-20e3 zero keycap_0
0031-20e3 one keycap_1
0032-20e3 two keycap_2
0033-20e3 three keycap_3
0034-20e3 four keycap_4
0035-20e3 five keycap_5
0036-20e3 six keycap_6
0037-20e3 seven keycap_7
0038-20e3 eight keycap_8
0039-20e3 nine keycap_9
00a9 copyright
00ae registered
203c bangbang double_exclamation double_exclamation_mark
2049 interrobang exclamation_question exclamation_question_mark
2122 tm trade_mark trademark
2139 info information_source information
2194 left_right left_right_arrow swap
2195 up_down arrow_up_down up_down_arrow
2196 upper_left arrow_upper_left up_left_arrow north_west
2197 upper_right arrow_upper_right up_right_arrow north_east
2198 lower_right arrow_lower_right down_right_arrow south_east
2199 lower_left arrow_lower_left down_left_arrow south_west
21a9 reply leftwards_arrow_with_hook arrow_left_hook right_arrow_curving_left left_hook
21aa forward arrow_right_hook rightwards_arrow_with_hook left_arrow_curving_right right_hook
231a watch
231b times_up hourglass_done
2328 keyboard
23cf eject eject_button eject_symbol
23e9 fast_forward fast_forward_button
23ea rewind fast_reverse fast_reverse_button
23eb double_up arrow_double_up fast_up fast_up_button
23ec double_down arrow_double_down fast_down fast_down_button
23ed next_track black_right_pointing_double_triangle_with_vertical_bar next_track_button track_next skip_forward
23ee previous_track black_left_pointing_double_triangle_with_vertical_bar previous_track_button track_previous last_track_button skip_back
23ef play_pause black_right_pointing_triangle_with_double_vertical_bar play_or_pause_button
23f0 alarm_clock
23f1 stopwatch
23f2 timer timer_clock
23f3 time_ticking hourglass hourglass_flowing_sand hourglass_not_done
23f8 pause double_vertical_bar pause_button
23f9 stop_button black_square_for_stop
23fa record black_circle_for_record record_button
24c2 metro m circled_m
25aa black_small_square
25ab white_small_square
25b6 play arrow_forward play_button
25c0 play_reverse arrow_backward reverse reverse_button
25fb white_medium_square
25fc black_medium_square
25fd white_medium_small_square
25fe black_medium_small_square
2600 sunny sun
2601 cloud overcast
2602 umbrella open_umbrella umbrella2
2603 snowman snowman_with_snow snowman2
2604 comet meteor
260e phone telephone
2611 checkbox ballot_box_with_check check_box_with_check
2614 umbrella_with_rain umbrella_with_rain_drops
2615 coffee hot_beverage
2618 shamrock clover
261d wait_one_second index_pointing_up asking_a_question point_of_information
2620 skull_and_crossbones skull_crossbones death hazard pirate poison toxic
2622 radioactive radioactive_sign nuclear
2623 biohazard biohazard_sign
2626 orthodox_cross
262a star_and_crescent islam
262e peace peace_symbol
262f yin_yang
2638 wheel_of_dharma buddhism
2639 sad white_frowning_face frowning_face frowning2 big_frown
263a smiling_face relaxed
2640 female_sign female
2642 male_sign male
2648 aries
2649 taurus
264a gemini
264b cancer
264c leo
264d virgo
264e libra
264f scorpius scorpio
2650 sagittarius
2651 capricorn
2652 aquarius
2653 pisces
265f chess_pawn
2660 spades spade_suit
2663 clubs club_suit
2665 hearts heart_suit
2666 diamonds diamond_suit
2668 hot_springs hotsprings
267b recycle recycling_symbol
267e infinity
267f accessible wheelchair handicapped wheelchair_symbol disabled
2692 at_work hammer_and_pick hammer_pick
2693 anchor
2694 duel crossed_swords swords
2695 medical_symbol staff_of_aesculapius medical
2696 justice scales balance_scale balance
2697 alchemy alembic
2699 gear engineer mechanical settings
269b atom atom_symbol physics
269c fleur_de_lis fleur-de-lis
26a0 warning caution danger
26a1 high_voltage zap
26a7 transgender_symbol
26aa white_circle
26ab black_circle
26b0 coffin burial grave
26b1 funeral_urn urn cremation
26bd football soccer soccer_ball
26be baseball
26c4 frosty snowman_without_snow
26c5 partly_sunny partly_cloudy
26c8 thunderstorm thunder_cloud_and_rain cloud_with_lightning_and_rain stormy thunder_cloud_rain thunder_and_rain
26ce ophiuchus
26cf mine pick
26d1 helmet helmet_with_white_cross rescue_worker_helmet helmet_with_cross rescue_workers_helmet hard_hat invincible rescue_worker safety_first
26d3 chains
26d4 no_entry wrong_way
26e9 shinto_shrine
26ea church
26f0 mountain
26f1 beach_umbrella umbrella_on_ground parasol_on_ground
26f2 fountain
26f3 hole_in_one flag_in_hole
26f4 ferry
26f5 boat sailboat
26f7 skier person_skiing skiing
26f8 ice_skate
26f9 ball person_with_ball bouncing_ball_person person_bouncing_ball basketball_player sports
26fa tent camping
26fd fuel_pump fuelpump gas_pump petrol_pump
2702 scissors
2705 check all_good approved white_check_mark check_mark_button
2708 airplane
2709 email envelope mail
270a fist fist_raised raised_fist power
270b hand raised_hand
270c peace_sign v victory victory_hand
270d writing writing_hand
270f pencil pencil2
2712 black_nib
2714 check_mark heavy_check_mark
2716 multiplication heavy_multiplication_x multiply
271d cross latin_cross christianity
2721 star_of_david judiasm
2728 sparkles glamour
2733 eight_spoked_asterisk
2734 eight_pointed_star eight_pointed_black_star
2744 snowflake
2747 sparkle
274c cross_mark incorrect wrong
274e x negative_squared_cross_mark cross_mark_button
2753 question question_mark red_question_mark
2754 grey_question white_question white_question_mark
2755 grey_exclamation white_exclamation white_exclamation_mark
2757 exclamation heavy_exclamation_mark red_exclamation_mark
2763 heart_exclamation heavy_heart_exclamation_mark_ornament heavy_heart_exclamation
2764 heart red_heart love love_you
2795 plus heavy_plus_sign add
2796 minus heavy_minus_sign subtract
2797 division heavy_division_sign divide
27a1 right arrow_right right_arrow east
27b0 loop curly_loop
27bf double_loop double_curly_loop voicemail
2934 heading_up arrow_heading_up right_arrow_curving_up
2935 heading_down arrow_heading_down right_arrow_curving_down
2b05 left arrow_left left_arrow west
2b06 up north arrow_up up_arrow
2b07 down south arrow_down down_arrow
2b1b black_large_square
2b1c white_large_square
2b50 star
2b55 circle hollow_red_circle red_o
3030 wavy_dash
303d part_alternation part_alternation_mark
3297 ja_congratulations japanese_congratulations_button
3299 ja_secret japanese_secret_button
1f004 mahjong mahjong_red_dragon
1f0cf joker black_joker
1f170 a a_blood a_button_blood_type
1f171 b b_blood b_button_blood_type
1f17e o o2 o_blood o_button_blood_type
1f17f parking p_button p
1f18e ab ab_blood ab_button_blood_type
1f191 cl cl_button
1f192 cool cool_button
1f193 free free_button
1f194 id id_button
1f195 new new_button
1f196 ng ng_button
1f197 squared_ok ok_button
1f198 sos sos_button
1f199 squared_up up2
1f19a vs vs_button
1f1e6-1f1e8 flag-ac ascension_island flag_ac ac flag_ascension_island
1f1e6-1f1e9 flag-ad andorra flag_ad ad flag_andorra
1f1e6-1f1ea flag-ae united_arab_emirates flag_ae ae flag_united_arab_emirates
1f1e6-1f1eb flag-af afghanistan flag_af af flag_afghanistan
1f1e6-1f1ec flag-ag antigua_barbuda flag_ag ag flag_antigua_barbuda
1f1e6-1f1ee flag-ai anguilla flag_ai ai flag_anguilla
1f1e6-1f1f1 flag-al albania flag_al al flag_albania
1f1e6-1f1f2 flag-am armenia flag_am am flag_armenia
1f1e6-1f1f4 flag-ao angola flag_ao ao flag_angola
1f1e6-1f1f6 flag-aq antarctica flag_aq aq flag_antarctica
1f1e6-1f1f7 flag-ar argentina flag_ar ar flag_argentina
1f1e6-1f1f8 flag-as american_samoa flag_as as flag_american_samoa
1f1e6-1f1f9 flag-at austria flag_at at flag_austria
1f1e6-1f1fa flag-au australia flag_au au flag_australia
1f1e6-1f1fc flag-aw aruba flag_aw aw flag_aruba
1f1e6-1f1fd flag-ax aland_islands flag_ax ax flag_aland_islands
1f1e6-1f1ff flag-az azerbaijan flag_az az flag_azerbaijan
1f1e7-1f1e6 flag-ba bosnia_herzegovina flag_ba ba flag_bosnia_herzegovina
1f1e7-1f1e7 flag-bb barbados flag_bb bb flag_barbados
1f1e7-1f1e9 flag-bd bangladesh flag_bd bd flag_bangladesh
1f1e7-1f1ea flag-be belgium flag_be be flag_belgium
1f1e7-1f1eb flag-bf burkina_faso flag_bf bf flag_burkina_faso
1f1e7-1f1ec flag-bg bulgaria flag_bg bg flag_bulgaria
1f1e7-1f1ed flag-bh bahrain flag_bh bh flag_bahrain
1f1e7-1f1ee flag-bi burundi flag_bi bi flag_burundi
1f1e7-1f1ef flag-bj benin flag_bj bj flag_benin
1f1e7-1f1f1 flag-bl st_barthelemy flag_bl bl flag_st_barthelemy
1f1e7-1f1f2 flag-bm bermuda flag_bm bm flag_bermuda
1f1e7-1f1f3 flag-bn brunei flag_bn bn flag_brunei
1f1e7-1f1f4 flag-bo bolivia flag_bo bo flag_bolivia
1f1e7-1f1f6 flag-bq caribbean_netherlands flag_bq bq flag_caribbean_netherlands
1f1e7-1f1f7 flag-br brazil flag_br br flag_brazil
1f1e7-1f1f8 flag-bs bahamas flag_bs bs flag_bahamas
1f1e7-1f1f9 flag-bt bhutan flag_bt bt flag_bhutan
1f1e7-1f1fb flag-bv bouvet_island flag_bv bv flag_bouvet_island
1f1e7-1f1fc flag-bw botswana flag_bw bw flag_botswana
1f1e7-1f1fe flag-by belarus flag_by by flag_belarus
1f1e7-1f1ff flag-bz belize flag_bz bz flag_belize
1f1e8-1f1e6 flag-ca canada flag_ca ca flag_canada
1f1e8-1f1e8 flag-cc cocos_islands flag_cc cc flag_cocos_keeling_islands
1f1e8-1f1e9 flag-cd congo_kinshasa flag_cd congo flag_congo_kinshasa
1f1e8-1f1eb flag-cf central_african_republic flag_cf cf flag_central_african_republic
1f1e8-1f1ec flag-cg congo_brazzaville flag_cg cg flag_congo_brazzaville
1f1e8-1f1ed flag-ch switzerland flag_ch ch flag_switzerland
1f1e8-1f1ee flag-ci cote_divoire flag_ci ci flag_cote_divoire
1f1e8-1f1f0 flag-ck cook_islands flag_ck ck flag_cook_islands
1f1e8-1f1f1 flag-cl chile flag_cl flag_chile
1f1e8-1f1f2 flag-cm cameroon flag_cm cm flag_cameroon
1f1e8-1f1f3 cn flag-cn china flag_cn flag_china
1f1e8-1f1f4 flag-co colombia flag_co co flag_colombia
1f1e8-1f1f5 flag-cp clipperton_island flag_cp cp flag_clipperton_island
1f1e8-1f1f6 flag-sark flag_cq sark flag_sark
1f1e8-1f1f7 flag-cr costa_rica flag_cr cr flag_costa_rica
1f1e8-1f1fa flag-cu cuba flag_cu cu flag_cuba
1f1e8-1f1fb flag-cv cape_verde flag_cv cv flag_cape_verde
1f1e8-1f1fc flag-cw curacao flag_cw cw flag_curacao
1f1e8-1f1fd flag-cx christmas_island flag_cx cx flag_christmas_island
1f1e8-1f1fe flag-cy cyprus flag_cy cy flag_cyprus
1f1e8-1f1ff flag-cz czech_republic czechia flag_cz cz flag_czechia
1f1e9-1f1ea de flag-de flag_de germany flag_germany
1f1e9-1f1ec flag-dg diego_garcia flag_dg dg flag_diego_garcia
1f1e9-1f1ef flag-dj djibouti flag_dj dj flag_djibouti
1f1e9-1f1f0 flag-dk denmark flag_dk dk flag_denmark
1f1e9-1f1f2 flag-dm dominica flag_dm dm flag_dominica
1f1e9-1f1f4 flag-do dominican_republic flag_do do flag_dominican_republic
1f1e9-1f1ff flag-dz algeria flag_dz dz flag_algeria
1f1ea-1f1e6 flag-ea ceuta_melilla flag_ea ea flag_ceuta_melilla
1f1ea-1f1e8 flag-ec ecuador flag_ec ec flag_ecuador
1f1ea-1f1ea flag-ee estonia flag_ee ee flag_estonia
1f1ea-1f1ec flag-eg egypt flag_eg eg flag_egypt
1f1ea-1f1ed flag-eh western_sahara flag_eh eh flag_western_sahara
1f1ea-1f1f7 flag-er eritrea flag_er er flag_eritrea
1f1ea-1f1f8 es flag-es flag_es spain flag_spain
1f1ea-1f1f9 flag-et ethiopia flag_et et flag_ethiopia
1f1ea-1f1fa flag-eu eu european_union flag_eu flag_european_union
1f1eb-1f1ee flag-fi finland flag_fi fi flag_finland
1f1eb-1f1ef flag-fj fiji flag_fj fj flag_fiji
1f1eb-1f1f0 flag-fk falkland_islands flag_fk fk flag_falkland_islands
1f1eb-1f1f2 flag-fm micronesia flag_fm fm flag_micronesia
1f1eb-1f1f4 flag-fo faroe_islands flag_fo fo flag_faroe_islands
1f1eb-1f1f7 fr flag-fr flag_fr france flag_france
1f1ec-1f1e6 flag-ga gabon flag_ga ga flag_gabon
1f1ec-1f1e7 gb uk flag-gb flag_gb united_kingdom flag_united_kingdom
1f1ec-1f1e9 flag-gd grenada flag_gd gd flag_grenada
1f1ec-1f1ea flag-ge georgia flag_ge ge flag_georgia
1f1ec-1f1eb flag-gf french_guiana flag_gf gf flag_french_guiana
1f1ec-1f1ec flag-gg guernsey flag_gg gg flag_guernsey
1f1ec-1f1ed flag-gh ghana flag_gh gh flag_ghana
1f1ec-1f1ee flag-gi gibraltar flag_gi gi flag_gibraltar
1f1ec-1f1f1 flag-gl greenland flag_gl gl flag_greenland
1f1ec-1f1f2 flag-gm gambia flag_gm gm flag_gambia
1f1ec-1f1f3 flag-gn guinea flag_gn gn flag_guinea
1f1ec-1f1f5 flag-gp guadeloupe flag_gp gp flag_guadeloupe
1f1ec-1f1f6 flag-gq equatorial_guinea flag_gq gq flag_equatorial_guinea
1f1ec-1f1f7 flag-gr greece flag_gr gr flag_greece
1f1ec-1f1f8 flag-gs south_georgia_south_sandwich_islands flag_gs gs flag_south_georgia_south_sandwich_islands
1f1ec-1f1f9 flag-gt guatemala flag_gt gt flag_guatemala
1f1ec-1f1fa flag-gu guam flag_gu gu flag_guam
1f1ec-1f1fc flag-gw guinea_bissau flag_gw gw flag_guinea_bissau
1f1ec-1f1fe flag-gy guyana flag_gy gy flag_guyana
1f1ed-1f1f0 flag-hk hong_kong flag_hk hk flag_hong_kong_sar_china
1f1ed-1f1f2 flag-hm heard_mcdonald_islands flag_hm hm flag_heard_mcdonald_islands
1f1ed-1f1f3 flag-hn honduras flag_hn hn flag_honduras
1f1ed-1f1f7 flag-hr croatia flag_hr hr flag_croatia
1f1ed-1f1f9 flag-ht haiti flag_ht ht flag_haiti
1f1ed-1f1fa flag-hu hungary flag_hu hu flag_hungary
1f1ee-1f1e8 flag-ic canary_islands flag_ic ic flag_canary_islands
1f1ee-1f1e9 flag-id indonesia flag_id flag_indonesia
1f1ee-1f1ea flag-ie ireland flag_ie ie flag_ireland
1f1ee-1f1f1 flag-il israel flag_il il flag_israel
1f1ee-1f1f2 flag-im isle_of_man flag_im im flag_isle_of_man
1f1ee-1f1f3 flag-in india flag_in in flag_india
1f1ee-1f1f4 flag-io british_indian_ocean_territory flag_io io flag_british_indian_ocean_territory
1f1ee-1f1f6 flag-iq iraq flag_iq iq flag_iraq
1f1ee-1f1f7 flag-ir iran flag_ir ir flag_iran
1f1ee-1f1f8 flag-is iceland flag_is is flag_iceland
1f1ee-1f1f9 it flag-it flag_it italy flag_italy
1f1ef-1f1ea flag-je jersey flag_je je flag_jersey
1f1ef-1f1f2 flag-jm jamaica flag_jm jm flag_jamaica
1f1ef-1f1f4 flag-jo jordan flag_jo jo flag_jordan
1f1ef-1f1f5 jp flag-jp flag_jp flag_japan
1f1f0-1f1ea flag-ke kenya flag_ke ke flag_kenya
1f1f0-1f1ec flag-kg kyrgyzstan flag_kg kg flag_kyrgyzstan
1f1f0-1f1ed flag-kh cambodia flag_kh kh flag_cambodia
1f1f0-1f1ee flag-ki kiribati flag_ki ki flag_kiribati
1f1f0-1f1f2 flag-km comoros flag_km km flag_comoros
1f1f0-1f1f3 flag-kn st_kitts_nevis flag_kn kn flag_st_kitts_nevis
1f1f0-1f1f5 flag-kp north_korea flag_kp kp flag_north_korea
1f1f0-1f1f7 kr flag-kr flag_kr south_korea flag_south_korea
1f1f0-1f1fc flag-kw kuwait flag_kw kw flag_kuwait
1f1f0-1f1fe flag-ky cayman_islands flag_ky ky flag_cayman_islands
1f1f0-1f1ff flag-kz kazakhstan flag_kz kz flag_kazakhstan
1f1f1-1f1e6 flag-la laos flag_la la flag_laos
1f1f1-1f1e7 flag-lb lebanon flag_lb lb flag_lebanon
1f1f1-1f1e8 flag-lc st_lucia flag_lc lc flag_st_lucia
1f1f1-1f1ee flag-li liechtenstein flag_li li flag_liechtenstein
1f1f1-1f1f0 flag-lk sri_lanka flag_lk lk flag_sri_lanka
1f1f1-1f1f7 flag-lr liberia flag_lr lr flag_liberia
1f1f1-1f1f8 flag-ls lesotho flag_ls ls flag_lesotho
1f1f1-1f1f9 flag-lt lithuania flag_lt lt flag_lithuania
1f1f1-1f1fa flag-lu luxembourg flag_lu lu flag_luxembourg
1f1f1-1f1fb flag-lv latvia flag_lv lv flag_latvia
1f1f1-1f1fe flag-ly libya flag_ly ly flag_libya
1f1f2-1f1e6 flag-ma morocco flag_ma ma flag_morocco
1f1f2-1f1e8 flag-mc monaco flag_mc mc flag_monaco
1f1f2-1f1e9 flag-md moldova flag_md md flag_moldova
1f1f2-1f1ea flag-me montenegro flag_me me flag_montenegro
1f1f2-1f1eb flag-mf st_martin flag_mf mf flag_st_martin
1f1f2-1f1ec flag-mg madagascar flag_mg mg flag_madagascar
1f1f2-1f1ed flag-mh marshall_islands flag_mh mh flag_marshall_islands
1f1f2-1f1f0 flag-mk macedonia flag_mk mk flag_north_macedonia
1f1f2-1f1f1 flag-ml mali flag_ml ml flag_mali
1f1f2-1f1f2 flag-mm myanmar burma flag_mm mm flag_myanmar_burma
1f1f2-1f1f3 flag-mn mongolia flag_mn mn flag_mongolia
1f1f2-1f1f4 flag-mo macau flag_mo macao mo flag_macao_sar_china
1f1f2-1f1f5 flag-mp northern_mariana_islands flag_mp mp flag_northern_mariana_islands
1f1f2-1f1f6 flag-mq martinique flag_mq mq flag_martinique
1f1f2-1f1f7 flag-mr mauritania flag_mr mr flag_mauritania
1f1f2-1f1f8 flag-ms montserrat flag_ms ms flag_montserrat
1f1f2-1f1f9 flag-mt malta flag_mt mt flag_malta
1f1f2-1f1fa flag-mu mauritius flag_mu mu flag_mauritius
1f1f2-1f1fb flag-mv maldives flag_mv mv flag_maldives
1f1f2-1f1fc flag-mw malawi flag_mw mw flag_malawi
1f1f2-1f1fd flag-mx mexico flag_mx mx flag_mexico
1f1f2-1f1fe flag-my malaysia flag_my my flag_malaysia
1f1f2-1f1ff flag-mz mozambique flag_mz mz flag_mozambique
1f1f3-1f1e6 flag-na namibia flag_na na flag_namibia
1f1f3-1f1e8 flag-nc new_caledonia flag_nc nc flag_new_caledonia
1f1f3-1f1ea flag-ne niger flag_ne ne flag_niger
1f1f3-1f1eb flag-nf norfolk_island flag_nf nf flag_norfolk_island
1f1f3-1f1ec flag-ng nigeria flag_ng flag_nigeria
1f1f3-1f1ee flag-ni nicaragua flag_ni ni flag_nicaragua
1f1f3-1f1f1 flag-nl netherlands flag_nl nl flag_netherlands
1f1f3-1f1f4 flag-no norway flag_no flag_norway
1f1f3-1f1f5 flag-np nepal flag_np np flag_nepal
1f1f3-1f1f7 flag-nr nauru flag_nr nr flag_nauru
1f1f3-1f1fa flag-nu niue flag_nu nu flag_niue
1f1f3-1f1ff flag-nz new_zealand flag_nz nz flag_new_zealand
1f1f4-1f1f2 flag-om oman flag_om flag_oman
1f1f5-1f1e6 flag-pa panama flag_pa pa flag_panama
1f1f5-1f1ea flag-pe peru flag_pe pe flag_peru
1f1f5-1f1eb flag-pf french_polynesia flag_pf pf flag_french_polynesia
1f1f5-1f1ec flag-pg papua_new_guinea flag_pg pg flag_papua_new_guinea
1f1f5-1f1ed flag-ph philippines flag_ph ph flag_philippines
1f1f5-1f1f0 flag-pk pakistan flag_pk pk flag_pakistan
1f1f5-1f1f1 flag-pl poland flag_pl pl flag_poland
1f1f5-1f1f2 flag-pm st_pierre_miquelon flag_pm pm flag_st_pierre_miquelon
1f1f5-1f1f3 flag-pn pitcairn_islands flag_pn pn flag_pitcairn_islands
1f1f5-1f1f7 flag-pr puerto_rico flag_pr pr flag_puerto_rico
1f1f5-1f1f8 flag-ps palestinian_territories flag_ps ps flag_palestinian_territories
1f1f5-1f1f9 flag-pt portugal flag_pt pt flag_portugal
1f1f5-1f1fc flag-pw palau flag_pw pw flag_palau
1f1f5-1f1fe flag-py paraguay flag_py py flag_paraguay
1f1f6-1f1e6 flag-qa qatar flag_qa qa flag_qatar
1f1f7-1f1ea flag-re reunion flag_re re flag_reunion
1f1f7-1f1f4 flag-ro romania flag_ro ro flag_romania
1f1f7-1f1f8 flag-rs serbia flag_rs rs flag_serbia
1f1f7-1f1fa ru flag-ru flag_ru russia flag_russia
1f1f7-1f1fc flag-rw rwanda flag_rw rw flag_rwanda
1f1f8-1f1e6 flag-sa saudi_arabia flag_sa saudiarabia saudi flag_saudi_arabia
1f1f8-1f1e7 flag-sb solomon_islands flag_sb sb flag_solomon_islands
1f1f8-1f1e8 flag-sc seychelles flag_sc sc flag_seychelles
1f1f8-1f1e9 flag-sd sudan flag_sd sd flag_sudan
1f1f8-1f1ea flag-se sweden flag_se se flag_sweden
1f1f8-1f1ec flag-sg singapore flag_sg sg flag_singapore
1f1f8-1f1ed flag-sh st_helena flag_sh sh flag_st_helena
1f1f8-1f1ee flag-si slovenia flag_si si flag_slovenia
1f1f8-1f1ef flag-sj svalbard_jan_mayen flag_sj sj flag_svalbard_jan_mayen
1f1f8-1f1f0 flag-sk slovakia flag_sk sk flag_slovakia
1f1f8-1f1f1 flag-sl sierra_leone flag_sl sl flag_sierra_leone
1f1f8-1f1f2 flag-sm san_marino flag_sm sm flag_san_marino
1f1f8-1f1f3 flag-sn senegal flag_sn sn flag_senegal
1f1f8-1f1f4 flag-so somalia flag_so so flag_somalia
1f1f8-1f1f7 flag-sr suriname flag_sr sr flag_suriname
1f1f8-1f1f8 flag-ss south_sudan flag_ss ss flag_south_sudan
1f1f8-1f1f9 flag-st sao_tome_principe flag_st st flag_sao_tome_principe
1f1f8-1f1fb flag-sv el_salvador flag_sv sv flag_el_salvador
1f1f8-1f1fd flag-sx sint_maarten flag_sx sx flag_sint_maarten
1f1f8-1f1fe flag-sy syria flag_sy sy flag_syria
1f1f8-1f1ff flag-sz swaziland eswatini flag_sz sz flag_eswatini
1f1f9-1f1e6 flag-ta tristan_da_cunha flag_ta ta flag_tristan_da_cunha
1f1f9-1f1e8 flag-tc turks_caicos_islands flag_tc tc flag_turks_caicos_islands
1f1f9-1f1e9 flag-td chad flag_td td flag_chad
1f1f9-1f1eb flag-tf french_southern_territories flag_tf tf flag_french_southern_territories
1f1f9-1f1ec flag-tg togo flag_tg tg flag_togo
1f1f9-1f1ed flag-th thailand flag_th th flag_thailand
1f1f9-1f1ef flag-tj tajikistan flag_tj tj flag_tajikistan
1f1f9-1f1f0 flag-tk tokelau flag_tk tk flag_tokelau
1f1f9-1f1f1 flag-tl timor_leste flag_tl tl flag_timor_leste
1f1f9-1f1f2 flag-tm turkmenistan flag_tm flag_turkmenistan
1f1f9-1f1f3 flag-tn tunisia flag_tn tn flag_tunisia
1f1f9-1f1f4 flag-to tonga flag_to to flag_tonga
1f1f9-1f1f7 flag-tr tr flag_tr turkey_tr flag_turkiye
1f1f9-1f1f9 flag-tt trinidad_tobago flag_tt tt flag_trinidad_tobago
1f1f9-1f1fb flag-tv tuvalu flag_tv flag_tuvalu
1f1f9-1f1fc flag-tw taiwan flag_tw tw flag_taiwan
1f1f9-1f1ff flag-tz tanzania flag_tz tz flag_tanzania
1f1fa-1f1e6 flag-ua ukraine flag_ua ua flag_ukraine
1f1fa-1f1ec flag-ug uganda flag_ug ug flag_uganda
1f1fa-1f1f2 flag-um us_outlying_islands flag_um um flag_us_outlying_islands
1f1fa-1f1f3 flag-un united_nations flag_un un flag_united_nations
1f1fa-1f1f8 us flag-us flag_us united_states usa flag_united_states
1f1fa-1f1fe flag-uy uruguay flag_uy uy flag_uruguay
1f1fa-1f1ff flag-uz uzbekistan flag_uz uz flag_uzbekistan
1f1fb-1f1e6 flag-va vatican_city flag_va va flag_vatican_city
1f1fb-1f1e8 flag-vc st_vincent_grenadines flag_vc vc flag_st_vincent_grenadines
1f1fb-1f1ea flag-ve venezuela flag_ve ve flag_venezuela
1f1fb-1f1ec flag-vg british_virgin_islands flag_vg vg flag_british_virgin_islands
1f1fb-1f1ee flag-vi us_virgin_islands flag_vi vi flag_us_virgin_islands
1f1fb-1f1f3 flag-vn vietnam flag_vn vn flag_vietnam
1f1fb-1f1fa flag-vu vanuatu flag_vu vu flag_vanuatu
1f1fc-1f1eb flag-wf wallis_futuna flag_wf wf flag_wallis_futuna
1f1fc-1f1f8 flag-ws samoa flag_ws ws flag_samoa
1f1fd-1f1f0 flag-xk kosovo flag_xk xk flag_kosovo
1f1fe-1f1ea flag-ye yemen flag_ye ye flag_yemen
1f1fe-1f1f9 flag-yt mayotte flag_yt yt flag_mayotte
1f1ff-1f1e6 flag-za south_africa flag_za za flag_south_africa
1f1ff-1f1f2 flag-zm zambia flag_zm zm flag_zambia
1f1ff-1f1fc flag-zw zimbabwe flag_zw zw flag_zimbabwe
1f201 koko ja_here japanese_here_button
1f202 sa ja_service_charge japanese_service_charge_button
1f21a u7121 ja_free_of_charge japanese_free_of_charge_button
1f22f u6307 ja_reserved japanese_reserved_button
1f232 u7981 ja_prohibited japanese_prohibited_button
1f233 u7a7a ja_vacancy japanese_vacancy_button
1f234 u5408 ja_passing_grade japanese_passing_grade_button
1f235 u6e80 ja_no_vacancy japanese_no_vacancy_button
1f236 u6709 ja_not_free_of_carge japanese_not_free_of_charge_button
1f237 u6708 ja_monthly_amount japanese_monthly_amount_button
1f238 u7533 ja_application japanese_application_button
1f239 u5272 ja_discount japanese_discount_button
1f23a u55b6 ja_open_for_business japanese_open_for_business_button
1f250 ideograph_advantage ja_bargain japanese_bargain_button
1f251 accept ja_acceptable japanese_acceptable_button
1f300 cyclone hurricane typhoon
1f301 foggy
1f302 closed_umbrella
1f303 night night_with_stars
1f304 mountain_sunrise sunrise_over_mountains
1f305 sunrise ocean_sunrise
1f306 sunset city_sunset city_dusk cityscape_at_dusk
1f307 city_sunrise
1f308 rainbow lgbtq pride
1f309 bridge bridge_at_night
1f30a ocean water_wave
1f30b volcano
1f30c milky_way night_sky
1f30d earth_africa earth_europe globe_showing_europe_africa
1f30e earth_americas globe_showing_americas
1f30f earth_asia globe_showing_asia_australia
1f310 www globe_with_meridians globe
1f311 new_moon
1f312 waxing_crescent_moon
1f313 first_quarter_moon
1f314 waxing_moon waxing_gibbous_moon
1f315 full_moon
1f316 waning_gibbous_moon
1f317 last_quarter_moon
1f318 waning_crescent_moon
1f319 moon crescent_moon
1f31a new_moon_face new_moon_with_face
1f31b goodnight first_quarter_moon_with_face first_quarter_moon_face
1f31c last_quarter_moon_with_face last_quarter_moon_face
1f31d moon_face full_moon_with_face full_moon_face
1f31e sun_face sun_with_face
1f31f glowing_star star2
1f320 shooting_star stars wish
1f321 temperature thermometer warm
1f324 mostly_sunny sun_small_cloud sun_behind_small_cloud white_sun_small_cloud white_sun_with_small_cloud
1f325 cloudy barely_sunny sun_behind_cloud sun_behind_large_cloud white_sun_cloud white_sun_behind_cloud
1f326 sunshowers partly_sunny_rain sun_behind_rain_cloud sun_and_rain white_sun_rain_cloud white_sun_behind_cloud_with_rain partly_sunny_with_rain
1f327 rainy rain_cloud cloud_with_rain cloud_rain drenched soaked
1f328 snowy snow_cloud cloud_with_snow cloud_snow snowstorm
1f329 lightning lightning_cloud cloud_with_lightning cloud_lightning lightning_storm
1f32a tornado tornado_cloud cloud_tornado cloud_with_tornado
1f32b fog hazy
1f32c windy wind_blowing_face wind_face mother_nature
1f32d hotdog hot_dog
1f32e taco
1f32f burrito
1f330 chestnut
1f331 seedling sprout
1f332 evergreen_tree
1f333 tree deciduous_tree
1f334 palm_tree
1f335 cactus
1f336 hot_pepper chili_pepper
1f337 tulip flower
1f338 cherry_blossom
1f339 rose
1f33a hibiscus
1f33b sunflower
1f33c blossom
1f33d corn ear_of_corn maize
1f33e harvest ear_of_rice sheaf_of_rice
1f33f herb plant
1f340 lucky four_leaf_clover
1f341 maple_leaf
1f342 fallen_leaf
1f343 leaves leaf_fluttering_in_wind fall wind
1f344 mushroom
1f345 tomato
1f346 eggplant
1f347 grapes
1f348 melon
1f349 watermelon
1f34a orange tangerine mandarin
1f34b lemon
1f34c banana
1f34d pineapple
1f34e apple red_apple
1f34f green_apple
1f350 pear
1f351 peach
1f352 cherries
1f353 strawberry
1f354 hamburger
1f355 pizza
1f356 meat meat_on_bone
1f357 drumstick poultry_leg poultry
1f358 senbei rice_cracker
1f359 onigiri rice_ball
1f35a rice cooked_rice
1f35b curry curry_rice
1f35c ramen steaming_bowl noodles
1f35d spaghetti
1f35e bread
1f35f fries french_fries
1f360 yam sweet_potato roasted_sweet_potato
1f361 dango
1f362 oden
1f363 sushi
1f364 tempura fried_shrimp
1f365 naruto fish_cake fish_cake_with_swirl
1f366 soft_serve icecream soft_ice_cream
1f367 shaved_ice
1f368 ice_cream gelato
1f369 donut doughnut
1f36a cookie
1f36b chocolate chocolate_bar
1f36c candy
1f36d lollipop
1f36e custard pudding flan
1f36f honey honey_pot
1f370 cake shortcake
1f371 bento bento_box
1f372 food stew pot_of_food soup
1f373 cooking fried_egg
1f374 fork_and_knife eating_utensils
1f375 tea teacup_without_handle
1f376 sake
1f377 wine wine_glass
1f378 cocktail cocktail_glass
1f379 tropical_drink
1f37a beer beer_mug
1f37b beers clinking_beer_mugs
1f37c baby_bottle
1f37d hungry knife_fork_plate plate_with_cutlery fork_knife_plate fork_and_knife_with_plate lets_eat meal table_setting
1f37e champagne bottle_with_popping_cork
1f37f popcorn
1f380 ribbon decoration
1f381 gift wrapped_gift present
1f382 birthday birthday_cake
1f383 jack-o-lantern jack_o_lantern pumpkin
1f384 holiday_tree christmas_tree
1f385 santa santa_claus
1f386 fireworks
1f387 sparkler
1f388 balloon celebration
1f389 tada congratulations party party_popper
1f38a confetti confetti_ball party_ball
1f38b wish_tree tanabata_tree
1f38c crossed_flags solidarity
1f38d bamboo pine_decoration
1f38e dolls japanese_dolls
1f38f carp_streamer flags
1f390 wind_chime
1f391 moon_ceremony rice_scene moon_viewing_ceremony
1f392 backpack school_satchel satchel
1f393 graduate mortar_board graduation_cap
1f396 military_medal medal_military
1f397 reminder_ribbon
1f399 studio_microphone microphone2
1f39a volume level_slider
1f39b control_knobs
1f39e film film_frames film_strip
1f39f ticket admission_tickets tickets
1f3a0 carousel carousel_horse merry_go_round
1f3a1 ferris_wheel
1f3a2 roller_coaster
1f3a3 fishing fishing_pole_and_fish fishing_pole
1f3a4 microphone mic mike
1f3a5 movie_camera
1f3a6 cinema movie_theater
1f3a7 headphones headphone
1f3a8 art palette artist_palette painting
1f3a9 top_hat tophat
1f3aa circus circus_tent
1f3ab pass
1f3ac action clapper clapper_board
1f3ad performing_arts drama theater
1f3ae video_game controller
1f3af direct_hit dart bullseye bulls_eye darts
1f3b0 slot_machine
1f3b1 billiards 8ball pool_8_ball 8_ball pool
1f3b2 dice game_die die
1f3b3 strike bowling
1f3b4 playing_cards flower_playing_cards
1f3b5 music musical_note
1f3b6 musical_notes notes
1f3b7 saxophone
1f3b8 guitar
1f3b9 piano musical_keyboard
1f3ba trumpet
1f3bb violin
1f3bc musical_score
1f3bd running_shirt running_shirt_with_sash
1f3be tennis
1f3bf ski skis
1f3c0 basketball
1f3c1 checkered_flag chequered_flag go race start
1f3c2 snowboarder person_snowboarding snowboarding
1f3c3 running runner person_running
1f3c4 surf surfer person_surfing surfing
1f3c5 medal sports_medal medal_sports
1f3c6 trophy winner
1f3c7 horse_racing horse_riding
1f3c8 american_football
1f3c9 rugby rugby_football
1f3ca swim swimmer person_swimming swimming
1f3cb lift weight_lifter weight_lifting person_lifting_weights lifter gym weight_lift work_out
1f3cc golf golfer golfing person_golfing
1f3cd motorcycle racing_motorcycle
1f3ce racecar racing_car race_car
1f3cf cricket cricket_bat cricket_bat_and_ball cricket_game cricket_bat_ball
1f3d0 volleyball
1f3d1 field_hockey field_hockey_stick_and_ball
1f3d2 ice_hockey ice_hockey_stick_and_puck hockey
1f3d3 ping_pong table_tennis_paddle_and_ball table_tennis
1f3d4 snowy_mountain snow_capped_mountain mountain_snow
1f3d5 campsite
1f3d6 beach beach_with_umbrella
1f3d7 construction building_construction construction_site
1f3d8 houses house_buildings homes
1f3d9 city cityscape skyline
1f3da derelict_house derelict_house_building house_abandoned condemned
1f3db classical_building
1f3dc desert
1f3dd island desert_island
1f3de national_park park
1f3df stadium
1f3e0 house
1f3e1 suburb house_with_garden
1f3e2 office office_building
1f3e3 japan_post japanese_post_office
1f3e4 post_office european_post_office
1f3e5 hospital
1f3e6 bank
1f3e7 atm atm_sign
1f3e8 hotel
1f3e9 love_hotel
1f3ea convenience_store
1f3eb school
1f3ec department_store
1f3ed factory
1f3ee lantern izakaya_lantern red_paper_lantern
1f3ef shiro japanese_castle
1f3f0 castle european_castle
1f3f3 white_flag waving_white_flag flag_white surrender
1f3f4 black_flag waving_black_flag flag_black
1f3f4-e0067-e0062-e0065-e006e-e0067-e007f flag-england england flag_gbeng flag_england
1f3f4-e0067-e0062-e0073-e0063-e0074-e007f flag-scotland scotland flag_gbsct flag_scotland
1f3f4-e0067-e0062-e0077-e006c-e0073-e007f flag-wales wales flag_gbwls flag_wales
1f3f5 rosette
1f3f7 label price_tag tag
1f3f8 badminton badminton_racquet_and_shuttlecock
1f3f9 bow_and_arrow archery
1f3fa vase amphora
1f400 rat
1f401 mouse mouse2
1f402 ox bull
1f403 water_buffalo
1f404 cow cow2
1f405 tiger tiger2
1f406 leopard
1f407 rabbit rabbit2
1f408 cat meow cat2
1f409 dragon
1f40a crocodile
1f40b humpback_whale whale2
1f40c snail
1f40d snake hiss
1f40e horse racehorse
1f40f ram
1f410 goat
1f411 sheep ewe baa
1f412 monkey
1f413 rooster alarm cock-a-doodle-doo
1f414 chicken chicken_face cluck
1f415 dog woof dog2
1f416 pig oink pig2
1f417 boar
1f418 elephant
1f419 octopus
1f41a shell spiral_shell conch seashell
1f41b bug caterpillar
1f41c ant
1f41d bee honeybee buzz
1f41e beetle ladybug lady_beetle
1f41f fish
1f420 tropical_fish
1f421 blowfish
1f422 turtle tortoise
1f423 hatching hatching_chick
1f424 chick baby_chick
1f425 new_baby hatched_chick front_facing_baby_chick
1f426 bird bird_face
1f427 penguin penguin_face
1f428 koala koala_face
1f429 poodle
1f42a arabian_camel dromedary_camel
1f42b camel two_hump_camel
1f42c dolphin flipper
1f42d dormouse mouse_face
1f42e calf cow_face
1f42f tiger_cub tiger_face
1f430 bunny rabbit_face
1f431 kitten cat_face
1f432 dragon_face
1f433 whale spouting_whale
1f434 pony horse_face
1f435 monkey_face
1f436 puppy dog_face
1f437 piglet pig_face
1f438 frog frog_face
1f439 hamster hamster_face
1f43a wolf wolf_face
1f43b bear bear_face
1f43c panda panda_face
1f43d pig_nose
1f43e paw_prints paws
1f43f chipmunk
1f440 eyes looking
1f441 eye
1f442 ear
1f443 nose
1f444 lips mouth
1f445 tongue
1f446 point_up this point_up_2 backhand_index_pointing_up
1f447 point_down backhand_index_pointing_down
1f448 point_left backhand_index_pointing_left
1f449 point_right backhand_index_pointing_right
1f44a fist_bump facepunch punch fist_oncoming oncoming_fist
1f44b wave waving_hand hello hi
1f44c ok got_it ok_hand
1f44d +1 thumbs_up thumbsup yes thumbup
1f44e -1 thumbs_down thumbsdown no thumbdown
1f44f clap clapping_hands applause
1f450 open_hands
1f451 crown king queen
1f452 hat womans_hat
1f453 glasses eyeglasses spectacles
1f454 tie necktie
1f455 shirt tshirt t_shirt
1f456 jeans denim
1f457 dress
1f458 kimono
1f459 bikini
1f45a clothing womans_clothes
1f45b purse
1f45c handbag
1f45d pouch clutch_bag
1f45e shoe mans_shoe
1f45f athletic_shoe sneaker running_shoe
1f460 high_heels high_heel high_heeled_shoe
1f461 sandal womans_sandal flip_flops
1f462 boot womans_boot
1f463 footprints feet
1f464 silhouette bust_in_silhouette shadow
1f465 silhouettes busts_in_silhouette shadows
1f466 boy
1f467 girl
1f468 man
1f469 woman
1f46a family
1f46b man_and_woman_holding_hands woman_and_man_holding_hands couple man_and_woman_couple
1f46c two_men_holding_hands men_holding_hands men_couple
1f46d two_women_holding_hands women_holding_hands women_couple
1f46e police cop police_officer
1f46f dancers people_with_bunny_ears_partying people_with_bunny_ears
1f470 bride bride_with_veil person_with_veil
1f471 person_with_blond_hair blond_haired_person blond_haired person_blond_hair
1f472 gua_pi_mao man_with_gua_pi_mao person_with_skullcap man_with_chinese_cap
1f473 turban man_with_turban person_with_turban person_wearing_turban
1f474 older_man old_man elderly_man
1f475 older_woman grandma old_woman elderly_woman
1f476 baby
1f477 construction_worker
1f478 princess
1f479 ogre japanese_ogre
1f47a goblin japanese_goblin
1f47b ghost boo haunted spooky
1f47c angel baby_angel
1f47d alien ufo
1f47e space_invader alien_monster
1f47f devil imp angry_imp angry_face_with_horns angry_devil
1f480 skull skeleton
1f481 information_desk_person tipping_hand_person person_tipping_hand
1f482 guard guardsman
1f483 dancer woman_dancing
1f484 lipstick
1f485 nail_polish nail_care
1f486 massage person_getting_massage
1f487 haircut person_getting_haircut
1f488 barber barber_pole striped_pole
1f489 injection syringe
1f48a medicine pill
1f48b lipstick_kiss kiss_mark
1f48c love_letter
1f48d ring
1f48e gem gem_stone crystal
1f48f couplekiss couple_kiss
1f490 bouquet
1f491 couple_with_heart
1f492 wedding
1f493 heartbeat beating_heart
1f494 broken_heart heartache
1f495 two_hearts
1f496 sparkling_heart
1f497 heart_pulse heartpulse growing_heart
1f498 cupid heart_with_arrow heart_arrow smitten
1f499 blue_heart
1f49a green_heart envy
1f49b yellow_heart heart_of_gold
1f49c purple_heart bravery
1f49d gift_heart heart_with_ribbon
1f49e revolving_hearts
1f49f heart_box heart_decoration
1f4a0 cute diamond_shape_with_a_dot_inside diamond_with_a_dot kawaii
1f4a1 light_bulb bulb idea
1f4a2 anger anger_symbol bam pow
1f4a3 bomb
1f4a4 zzz
1f4a5 boom collision crash explosion
1f4a6 sweat_drops sweat_droplets
1f4a7 drop droplet water_drop
1f4a8 dash dashing_away
1f4a9 poop hankey shit poo pile_of_poo
1f4aa muscle right_bicep flexed_biceps
1f4ab seeing_stars
1f4ac umm speech_balloon
1f4ad thought thought_balloon dream
1f4ae white_flower
1f4af 100 hundred_points hundred
1f4b0 money moneybag money_bag
1f4b1 exchange currency_exchange
1f4b2 dollars heavy_dollar_sign
1f4b3 credit_card debit_card
1f4b4 yen_banknotes yen yen_banknote
1f4b5 dollar_bills dollar dollar_banknote
1f4b6 euro_banknotes euro euro_banknote
1f4b7 pound_notes pound pound_banknote
1f4b8 losing_money money_with_wings easy_come_easy_go
1f4b9 stock_market chart_increasing_with_yen
1f4ba seat
1f4bb computer laptop
1f4bc briefcase
1f4bd gold_record minidisc computer_disk
1f4be floppy_disk
1f4bf cd optical_disk
1f4c0 dvd
1f4c1 organize file_folder
1f4c2 folder open_file_folder
1f4c3 receipt page_with_curl
1f4c4 document page_facing_up file page paper
1f4c5 calendar
1f4c6 date tear_off_calendar
1f4c7 rolodex card_index
1f4c8 chart upwards_trend growing increasing chart_with_upwards_trend chart_increasing
1f4c9 downwards_trend chart_with_downwards_trend chart_decreasing decreasing shrinking
1f4ca bar_chart
1f4cb clipboard
1f4cc push_pin pushpin thumb_tack
1f4cd pin round_pushpin sewing_pin
1f4ce paperclip attachment
1f4cf ruler straight_ruler straightedge
1f4d0 carpenter_square triangular_ruler
1f4d1 place_holder bookmark_tabs
1f4d2 ledger spiral_notebook
1f4d3 notebook composition_book
1f4d4 decorative_notebook notebook_with_decorative_cover
1f4d5 red_book closed_book
1f4d6 book open_book
1f4d7 green_book
1f4d8 blue_book
1f4d9 orange_book
1f4da books
1f4db name_badge
1f4dc scroll
1f4dd memo note
1f4de landline telephone_receiver home_phone
1f4df pager
1f4e0 fax fax_machine
1f4e1 satellite_antenna
1f4e2 loudspeaker bullhorn
1f4e3 megaphone mega shout
1f4e4 outbox outbox_tray
1f4e5 inbox inbox_tray
1f4e6 package
1f4e7 e-mail e_mail
1f4e8 mail_received incoming_envelope
1f4e9 mail_sent envelope_with_arrow sealed
1f4ea closed_mailbox mailbox_closed closed_mailbox_with_lowered_flag
1f4eb mailbox closed_mailbox_with_raised_flag
1f4ec unread_mail mailbox_with_mail open_mailbox_with_raised_flag
1f4ed inbox_zero mailbox_with_no_mail open_mailbox_with_lowered_flag empty_mailbox no_mail
1f4ee mail_dropoff postbox
1f4ef horn postal_horn
1f4f0 headlines
1f4f1 mobile_phone iphone android smartphone
1f4f2 calling mobile_phone_arrow mobile_phone_with_arrow
1f4f3 vibration_mode
1f4f4 phone_off mobile_phone_off
1f4f5 no_phones no_mobile_phones
1f4f6 cell_reception signal_strength antenna_bars signal_bars
1f4f7 camera
1f4f8 taking_a_picture camera_with_flash camera_flash say_cheese
1f4f9 video_camera video_recorder
1f4fa tv television
1f4fb radio
1f4fc vhs videocassette
1f4fd projector film_projector movie
1f4ff prayer_beads
1f500 shuffle twisted_rightwards_arrows shuffle_tracks_button
1f501 repeat repeat_button
1f502 repeat_one repeat_single_button
1f503 clockwise arrows_clockwise clockwise_vertical_arrows
1f504 counterclockwise arrows_counterclockwise counterclockwise_arrows_button return
1f505 low_brightness dim_button dim
1f506 brightness high_brightness bright_button
1f507 mute no_sound muted_speaker
1f508 speaker low_volume quiet_sound speaker_low_volume
1f509 softer medium_volumne speaker_medium_volume
1f50a louder sound loud_sound high_volume speaker_high_volume
1f50b battery full_battery
1f50c electric_plug
1f50d search mag magnifying_glass_tilted_left find magnifying_glass
1f50e mag_right magnifying_glass_tilted_right
1f50f privacy lock_with_ink_pen locked_with_pen digital_security key_signing protected
1f510 secure closed_lock_with_key locked_with_key commitment lock_with_key loyalty safe
1f511 key
1f512 locked lock
1f513 unlocked unlock
1f514 notifications bell
1f515 mute_notifications no_bell bell_with_slash
1f516 bookmark
1f517 link
1f518 radio_button
1f519 back back_arrow
1f51a end end_arrow
1f51b on on_arrow
1f51c soon soon_arrow
1f51d top top_arrow
1f51e underage no_one_under_18 no_one_under_eighteen nc17
1f51f ten keycap_ten keycap_10
1f520 capital_abcd input_latin_uppercase capital_letters
1f521 abcd input_latin_lowercase alphabet
1f522 1234 input_numbers numbers
1f523 symbols input_symbols
1f524 abc input_latin_letters
1f525 fire lit hot flame
1f526 flashlight
1f527 fixing wrench
1f528 hammer handyman handywoman maintenance
1f529 nut_and_bolt screw
1f52a knife hocho kitchen_knife betrayed
1f52b gun pistol water_pistol
1f52c science microscope scientist
1f52d telescope
1f52e crystal_ball fortune_telling future oracle
1f52f six_pointed_star dotted_six_pointed_star
1f530 beginner japanese_symbol_for_beginner
1f531 trident trident_emblem
1f532 white_and_black_square black_square_button
1f533 black_and_white_square white_square_button
1f534 red_circle
1f535 blue_circle large_blue_circle
1f536 large_orange_diamond
1f537 large_blue_diamond
1f538 small_orange_diamond
1f539 small_blue_diamond
1f53a red_triangle_up small_red_triangle red_triangle_pointed_up
1f53b red_triangle_down small_red_triangle_down red_triangle_pointed_down
1f53c upvote up_button increase arrow_up_small upwards_button
1f53d downvote arrow_down_small downwards_button decrease down_button
1f549 om om_symbol hinduism
1f54a dove dove_of_peace
1f54b kaaba
1f54c mosque
1f54d synagogue
1f54e menorah menorah_with_nine_branches
1f550 clock1 one_oclock
1f551 clock2 two_oclock
1f552 clock3 three_oclock
1f553 clock4 four_oclock
1f554 clock5 five_oclock
1f555 clock6 six_oclock
1f556 clock7 seven_oclock
1f557 time clock clock8 eight_oclock
1f558 clock9 nine_oclock
1f559 clock10 ten_oclock
1f55a clock11 eleven_oclock
1f55b clock12 twelve_oclock
1f55c clock130 one_thirty
1f55d clock230 two_thirty
1f55e clock330 three_thirty
1f55f clock430 four_thirty
1f560 clock530 five_thirty
1f561 clock630 six_thirty
1f562 clock730 seven_thirty
1f563 clock830 eight_thirty
1f564 clock930 nine_thirty
1f565 clock1030 ten_thirty
1f566 clock1130 eleven_thirty
1f567 clock1230 twelve_thirty
1f56f candle
1f570 mantelpiece_clock mantlepiece_clock
1f573 hole
1f574 levitating man_in_business_suit_levitating business_suit_levitating levitate person_in_suit_levitating hover
1f575 detective sleuth_or_spy spy agent sneaky sleuth
1f576 dark_sunglasses
1f577 spider
1f578 web spider_web
1f579 joystick arcade
1f57a dancing disco man_dancing male_dancer
1f587 office_supplies linked_paperclips paperclips linked paperclip_chain
1f58a pen lower_left_ballpoint_pen pen_ballpoint ballpoint_pen
1f58b fountain_pen lower_left_fountain_pen pen_fountain
1f58c paintbrush lower_left_paintbrush
1f58d crayon lower_left_crayon
1f590 high_five palm raised_hand_with_fingers_splayed hand_splayed hand_with_fingers_splayed
1f595 middle_finger reversed_hand_with_middle_finger_extended fu
1f596 spock spock-hand vulcan_salute vulcan raised_hand_with_part_between_middle_and_ring_fingers live_long_and_prosper
1f5a4 black_heart
1f5a5 desktop_computer desktop
1f5a8 printer
1f5b1 computer_mouse three_button_mouse mouse_three_button
1f5b2 trackball
1f5bc picture frame_with_picture framed_picture frame_photo
1f5c2 sort card_index_dividers dividers
1f5c3 archive card_file_box card_box
1f5c4 file_cabinet
1f5d1 wastebasket trashcan trash_can
1f5d2 spiral_notepad spiral_note_pad notepad_spiral
1f5d3 spiral_calendar_pad spiral_calendar calendar_spiral
1f5dc compression clamp vise
1f5dd secret dungeon old_key encrypted clue hint key2
1f5de newspaper swat rolled_up_newspaper newspaper_roll newspaper2
1f5e1 dagger dagger_knife rated_for_violence
1f5e3 speaking_head speaking_head_in_silhouette
1f5e8 speech_bubble left_speech_bubble speech_left
1f5ef anger_bubble right_anger_bubble anger_right
1f5f3 ballot_box ballot_box_with_ballot
1f5fa map world_map road_trip
1f5fb mount_fuji
1f5fc tower tokyo_tower
1f5fd statue statue_of_liberty new_york
1f5fe japan japan_map map_of_japan
1f5ff rock_carving moyai moai
1f600 grinning grinning_face happy
1f601 grinning_face_with_smiling_eyes grin beaming_face beaming_face_with_smiling_eyes
1f602 joy lmao tears_of_joy face_with_tears_of_joy laughter_tears tears
1f603 smiley grinning_face_with_big_eyes
1f604 big_smile grinning_face_with_closed_eyes
1f605 sweat_smile grinning_face_with_sweat
1f606 laughing satisfied lol squinting_face grinning_squinting_face
1f607 innocent halo smiling_face_with_halo
1f608 smiling_devil smiling_imp smiling_face_with_horns
1f609 wink winking_face
1f60a blush smiling_face_with_closed_eyes smiling_face_with_smiling_eyes
1f60b yum savoring_food face_savoring_food
1f60c relieved relieved_face
1f60d heart_eyes smiling_face_with_heart_eyes in_love
1f60e sunglasses smiling_face_with_sunglasses sunglasses_cool too_cool
1f60f smirk smirking smirking_face smug
1f610 neutral neutral_face
1f611 expressionless expressionless_face
1f612 unamused unamused_face
1f613 sweat downcast_face downcast_face_with_sweat
1f614 pensive tired pensive_face
1f615 oh_no confused confused_face concerned half_frown
1f616 confounded confounded_face agony
1f617 kiss kissing kissing_face
1f618 heart_kiss kissing_heart blowing_a_kiss face_blowing_a_kiss blow_a_kiss
1f619 kiss_smiling_eyes kissing_smiling_eyes kissing_face_with_smiling_eyes
1f61a kiss_with_blush kissing_closed_eyes kissing_face_with_closed_eyes
1f61b stuck_out_tongue face_with_tongue mischievous
1f61c stuck_out_tongue_wink stuck_out_tongue_winking_eye winking_face_with_tongue crazy joking
1f61d stuck_out_tongue_closed_eyes squinting_face_with_tongue
1f61e disappointed disappointed_face
1f61f worried worried_face
1f620 angry angry_face
1f621 rage pout enraged_face grumpy mad very_angry
1f622 cry crying_face
1f623 persevere persevering_face helpless
1f624 triumph nose_steam face_with_steam_from_nose
1f625 exhausted disappointed_relieved sad_relieved_face sad_but_relieved_face stressed
1f626 frowning frowning_face_with_open_mouth
1f627 anguished anguished_face pained
1f628 fear fearful fearful_face scared shock
1f629 weary weary_face distraught
1f62a sleepy sleepy_face
1f62b anguish tired_face
1f62c grimacing nervous anxious grimacing_face
1f62d sob loudly_crying_face
1f62e open_mouth face_with_open_mouth surprise
1f62f hushed hushed_face
1f630 cold_sweat anxious_face anxious_face_with_sweat
1f631 scream screaming_in_fear face_screaming_in_fear
1f632 astonished astonished_face
1f633 flushed flushed_face blushing embarrassed
1f634 sleeping sleeping_face
1f635 dizzy dizzy_face knocked_out face_with_crossed_out_eyes
1f636 speechless no_mouth face_without_mouth blank poker_face
1f637 mask medical_mask face_with_medical_mask cant_talk
1f638 smile_cat grinning_cat_with_closed_eyes grinning_cat_with_smiling_eyes
1f639 joy_cat tears_of_joy_cat cat_with_tears_of_joy
1f63a smiley_cat grinning_cat
1f63b heart_eyes_cat smiling_cat_with_heart_eyes
1f63c smirk_cat wry_smile_cat cat_with_wry_smile smug_cat
1f63d kissing_cat
1f63e angry_cat pouting_cat
1f63f crying_cat crying_cat_face
1f640 scream_cat weary_cat
1f641 frown slightly_frowning_face slight_frown
1f642 smile slightly_smiling_face slight_smile
1f643 upside_down upside_down_face oops
1f644 rolling_eyes face_with_rolling_eyes roll_eyes
1f645 no_signal no_good person_gesturing_no nope
1f646 ok_signal ok_woman ok_person person_gesturing_ok
1f647 bow person_bowing
1f648 see_no_evil see_no_evil_monkey
1f649 hear_no_evil hear_no_evil_monkey
1f64a speak_no_evil speak_no_evil_monkey
1f64b raising_hand person_raising_hand pick_me
1f64c raised_hands raising_hands praise
1f64d person_frowning frowning_person
1f64e person_pouting person_with_pouting_face pouting_face pouting
1f64f pray folded_hands namaste thank_you welcome
1f680 rocket
1f681 helicopter
1f682 train steam_locomotive locomotive
1f683 railway_car train_car
1f684 high_speed_train bullettrain_side
1f685 bullet_train bullettrain_front
1f686 oncoming_train train2
1f687 subway
1f688 light_rail
1f689 station
1f68a oncoming_tram oncoming_streetcar oncoming_trolley
1f68b tram tram_car streetcar
1f68c bus school_bus
1f68d oncoming_bus
1f68e trolley trolleybus
1f68f bus_stop busstop
1f690 minibus
1f691 ambulance
1f692 fire_truck fire_engine
1f693 police_car
1f694 oncoming_police_car
1f695 taxi rideshare
1f696 oncoming_taxi
1f697 car red_car automobile
1f698 oncoming_car oncoming_automobile
1f699 recreational_vehicle blue_car suv sport_utility_vehicle jeep
1f69a moving_truck delivery_truck
1f69b truck articulated_lorry big_rig semi_truck tractor-trailer transport_truck
1f69c tractor
1f69d monorail elevated_train
1f69e mountain_railway
1f69f suspension_railway
1f6a0 gondola mountain_cableway
1f6a1 aerial_tramway ski_lift
1f6a2 ship
1f6a3 rowboat person_rowing_boat crew rowing sculling
1f6a4 speedboat
1f6a5 horizontal_traffic_light
1f6a6 traffic_light vertical_traffic_light
1f6a7 work_in_progress construction_zone
1f6a8 siren rotating_light police_car_light alert
1f6a9 triangular_flag triangular_flag_on_post
1f6aa door
1f6ab prohibited no_entry_sign not_allowed
1f6ac smoking cigarette
1f6ad no_smoking
1f6ae put_litter_in_its_place litter_bin litter_in_bin_sign
1f6af do_not_litter no_littering
1f6b0 potable_water drinking_water tap_water
1f6b1 non-potable_water non_potable_water
1f6b2 bike bicycle
1f6b3 no_bicycles
1f6b4 cyclist bicyclist biking person_biking
1f6b5 mountain_biker mountain_bicyclist mountain_biking person_mountain_biking
1f6b6 walking person_walking pedestrian
1f6b7 no_pedestrians
1f6b8 children_crossing drive_with_care school_crossing
1f6b9 mens mens_room
1f6ba womens womens_room
1f6bb restroom bathroom
1f6bc baby_change_station baby_symbol nursery
1f6bd toilet
1f6be wc water_closet
1f6bf shower
1f6c0 bath person_taking_bath
1f6c1 bathtub
1f6c2 passport_control immigration
1f6c3 customs
1f6c4 baggage_claim
1f6c5 locker left_luggage locked_bag
1f6cb living_room couch_and_lamp couch furniture lifestyles
1f6cc in_bed sleeping_accommodation sleeping_bed person_in_bed accommodations guestrooms
1f6cd shopping_bags shopping
1f6ce bellhop_bell bellhop ding reception services
1f6cf bed bedroom
1f6d0 place_of_worship worship_symbol
1f6d1 stop_sign octagonal_sign
1f6d2 shopping_cart shopping_trolley
1f6d5 hindu_temple
1f6d6 hut
1f6d7 elevator
1f6d8 landslide
1f6dc wireless
1f6dd playground_slide slide
1f6de wheel
1f6df ring_buoy lifebuoy
1f6e0 working_on_it hammer_and_wrench tools
1f6e1 shield
1f6e2 oil_drum oil commodities
1f6e3 road motorway
1f6e4 railway_track railroad_track train_tracks
1f6e5 motor_boat motorboat
1f6e9 small_airplane airplane_small
1f6eb take_off airplane_departure flight_departure departure
1f6ec landing airplane_arriving flight_arrival airplane_arrival arrival
1f6f0 satellite artificial_satellite satellite_orbital
1f6f3 passenger_ship cruise_ship cruise yacht
1f6f4 kick_scooter
1f6f5 scooter motor_bike motor_scooter motorbike
1f6f6 canoe kayak
1f6f7 sled
1f6f8 flying_saucer
1f6f9 skateboard
1f6fa auto_rickshaw
1f6fb pickup_truck
1f6fc roller_skate
1f7e0 large_orange_circle orange_circle
1f7e1 large_yellow_circle yellow_circle
1f7e2 large_green_circle green_circle
1f7e3 large_purple_circle purple_circle
1f7e4 large_brown_circle brown_circle
1f7e5 large_red_square red_square
1f7e6 large_blue_square blue_square
1f7e7 large_orange_square orange_square
1f7e8 large_yellow_square yellow_square
1f7e9 large_green_square green_square
1f7ea large_purple_square purple_square
1f7eb large_brown_square brown_square
1f7f0 heavy_equals_sign
1f90c pinched_fingers pinch
1f90d white_heart
1f90e brown_heart
1f90f pinching_hand
1f910 silence zipper_mouth_face zipper_mouth hush lips_are_sealed quiet zip_it
1f911 money_face money_mouth_face money_mouth kaching
1f912 sick flu face_with_thermometer thermometer_face
1f913 nerd nerd_face geek
1f914 thinking thinking_face wtf
1f915 hurt face_with_head_bandage head_bandage injured
1f916 robot robot_face
1f917 hug hugging_face hugs hugging smiling_face_with_open_hands arms_open
1f918 rock_on the_horns sign_of_the_horns metal
1f919 call_me call_me_hand
1f91a stop raised_back_of_hand back_of_hand
1f91b left_fist left-facing_fist fist_left left_facing_fist
1f91c right_fist right-facing_fist fist_right right_facing_fist
1f91d handshake shaking_hands done_deal
1f91e fingers_crossed crossed_fingers hand_with_index_and_middle_fingers_crossed hand_with_index_and_middle_finger_crossed
1f91f i_love_you_hand_sign love_you_gesture
1f920 cowboy face_with_cowboy_hat cowboy_hat_face cowboy_face
1f921 clown clown_face
1f922 nauseated nauseated_face queasy
1f923 rolling_on_the_floor_laughing rofl
1f924 drooling drooling_face drool
1f925 lying lying_face liar
1f926 face_palm facepalm person_facepalming
1f927 sneezing sneezing_face sneeze
1f928 face_with_raised_eyebrow face_with_one_eyebrow_raised raised_eyebrow
1f929 star-struck grinning_face_with_star_eyes star_struck
1f92a zany_face grinning_face_with_one_large_and_one_small_eye zany
1f92b shushing_face face_with_finger_covering_closed_lips shush
1f92c face_with_symbols_on_mouth serious_face_with_symbols_covering_mouth cursing_face censored face_with_symbols_over_mouth
1f92d face_with_hand_over_mouth smiling_face_with_smiling_eyes_and_hand_covering_mouth hand_over_mouth
1f92e face_vomiting face_with_open_mouth_vomiting vomiting_face vomiting
1f92f exploding_head shocked_face_with_exploding_head
1f930 pregnant pregnant_woman expecting_woman expecting
1f931 breast-feeding breast_feeding
1f932 palms_up_together
1f933 selfie
1f934 prince
1f935 tuxedo person_in_tuxedo
1f936 mother_christmas mrs_claus
1f937 shrug person_shrugging
1f938 cartwheel person_doing_cartwheel cartwheeling person_cartwheel person_cartwheeling acrobatics gymnastics tumbling
1f939 juggling juggling_person juggler person_juggling
1f93a fencing fencer person_fencing
1f93c wrestling wrestlers people_wrestling
1f93d water_polo person_playing_water_polo
1f93e handball handball_person person_playing_handball
1f93f diving_mask
1f940 wilted_flower wilted_rose crushed
1f941 drum drum_with_drumsticks
1f942 clink clinking_glasses champagne_glass clinking_glass toast
1f943 small_glass tumbler_glass whisky
1f944 spoon
1f945 gooooooooal goal_net goal
1f947 first_place first_place_medal 1st_place_medal 1st gold number_one
1f948 second_place second_place_medal 2nd_place_medal 2nd silver
1f949 third_place third_place_medal 3rd_place_medal 3rd bronze
1f94a boxing_glove boxing_gloves
1f94b black_belt martial_arts_uniform karate_uniform dogi keikogi martial_arts
1f94c curling_stone
1f94d lacrosse
1f94e softball
1f94f flying_disc
1f950 croissant
1f951 avocado
1f952 cucumber
1f953 bacon
1f954 potato
1f955 carrot
1f956 baguette baguette_bread french_bread
1f957 salad green_salad
1f958 paella shallow_pan_of_food
1f959 doner_kebab stuffed_flatbread stuffed_pita shawarma souvlaki
1f95a egg
1f95b milk glass_of_milk milk_glass
1f95c peanuts shelled_peanut
1f95d kiwi kiwifruit kiwi_fruit
1f95e pancakes breakfast
1f95f dumpling
1f960 fortune_cookie
1f961 takeout_box
1f962 chopsticks
1f963 bowl_with_spoon
1f964 cup_with_straw
1f965 coconut
1f966 broccoli
1f967 pie
1f968 pretzel
1f969 cut_of_meat
1f96a sandwich
1f96b canned_food
1f96c leafy_green
1f96d mango
1f96e moon_cake
1f96f bagel
1f970 smiling_face_with_3_hearts smiling_face_with_three_hearts smiling_face_with_hearts
1f971 yawning_face yawn yawning
1f972 smiling_face_with_tear
1f973 partying_face hooray partying
1f974 woozy_face woozy
1f975 hot_face
1f976 cold_face cold
1f977 ninja
1f978 disguised_face disguised
1f979 face_holding_back_tears watery_eyes
1f97a pleading_face pleading
1f97b sari
1f97c lab_coat
1f97d goggles
1f97e hiking_boot
1f97f womans_flat_shoe flat_shoe
1f980 crab
1f981 lion lion_face
1f982 scorpion
1f983 turkey
1f984 unicorn unicorn_face
1f985 eagle
1f986 duck
1f987 bat
1f988 shark
1f989 owl
1f98a fox fox_face
1f98b butterfly
1f98c deer
1f98d gorilla
1f98e lizard gecko
1f98f rhinoceros rhino
1f990 shrimp
1f991 squid
1f992 giraffe_face giraffe
1f993 zebra_face zebra
1f994 hedgehog
1f995 sauropod
1f996 t-rex trex t_rex
1f997 cricket
1f998 kangaroo
1f999 llama
1f99a peacock
1f99b hippopotamus hippo
1f99c parrot
1f99d raccoon
1f99e lobster
1f99f mosquito
1f9a0 microbe
1f9a1 badger
1f9a2 swan
1f9a3 mammoth
1f9a4 dodo
1f9a5 sloth
1f9a6 otter
1f9a7 orangutan
1f9a8 skunk
1f9a9 flamingo
1f9aa oyster
1f9ab beaver
1f9ac bison
1f9ad seal
1f9ae guide_dog
1f9af probing_cane white_cane
1f9b0 red_hair red_haired
1f9b1 curly_hair curly_haired
1f9b2 no_hair bald
1f9b3 white_hair white_haired
1f9b4 bone
1f9b5 leg
1f9b6 foot
1f9b7 tooth
1f9b8 superhero
1f9b9 supervillain
1f9ba safety_vest
1f9bb ear_with_hearing_aid hearing_aid
1f9bc motorized_wheelchair
1f9bd manual_wheelchair
1f9be mechanical_arm
1f9bf mechanical_leg
1f9c0 cheese cheese_wedge
1f9c1 cupcake
1f9c2 salt
1f9c3 beverage_box juice_box
1f9c4 garlic
1f9c5 onion
1f9c6 falafel
1f9c7 waffle
1f9c8 butter
1f9c9 mate_drink mate
1f9ca ice_cube ice
1f9cb bubble_tea boba_drink
1f9cc troll
1f9cd standing_person person_standing standing
1f9ce kneeling_person kneeling person_kneeling
1f9cf deaf_person
1f9d0 face_with_monocle monocle_face
1f9d1 adult person
1f9d2 child
1f9d3 older_adult older_person
1f9d4 bearded_person person_bearded person_beard
1f9d5 person_with_headscarf woman_with_headscarf
1f9d6 person_in_steamy_room sauna_person
1f9d7 person_climbing climbing
1f9d8 person_in_lotus_position lotus_position
1f9d9 mage
1f9da fairy
1f9db vampire
1f9dc merperson
1f9dd elf
1f9de genie
1f9df zombie
1f9e0 brain
1f9e1 orange_heart
1f9e2 billed_cap
1f9e3 scarf
1f9e4 gloves
1f9e5 coat
1f9e6 socks
1f9e7 red_envelope
1f9e8 firecracker
1f9e9 jigsaw puzzle_piece
1f9ea test_tube
1f9eb petri_dish
1f9ec dna double_helix
1f9ed compass
1f9ee abacus
1f9ef fire_extinguisher
1f9f0 toolbox
1f9f1 bricks brick
1f9f2 magnet
1f9f3 luggage
1f9f4 lotion_bottle squeeze_bottle
1f9f5 thread
1f9f6 yarn
1f9f7 safety_pin
1f9f8 teddy_bear
1f9f9 broom
1f9fa basket
1f9fb roll_of_paper toilet_paper
1f9fc soap
1f9fd sponge
1f9fe receipt
1f9ff nazar_amulet
1fa70 ballet_shoes
1fa71 one-piece_swimsuit one_piece_swimsuit
1fa72 briefs swim_brief
1fa73 shorts
1fa74 thong_sandal
1fa75 light_blue_heart
1fa76 grey_heart gray_heart
1fa77 pink_heart
1fa78 drop_of_blood
1fa79 adhesive_bandage bandaid
1fa7a stethoscope
1fa7b x-ray x_ray xray
1fa7c crutch
1fa80 yo-yo yo_yo
1fa81 kite
1fa82 parachute
1fa83 boomerang
1fa84 magic_wand
1fa85 pinata
1fa86 nesting_dolls
1fa87 maracas
1fa88 flute
1fa89 harp
1fa8a trombone
1fa8e treasure_chest
1fa8f shovel
1fa90 ringed_planet saturn
1fa91 chair
1fa92 razor
1fa93 axe
1fa94 diya_lamp
1fa95 banjo
1fa96 military_helmet
1fa97 accordion
1fa98 long_drum
1fa99 coin
1fa9a carpentry_saw
1fa9b screwdriver
1fa9c ladder
1fa9d hook
1fa9e mirror
1fa9f window
1faa0 plunger
1faa1 sewing_needle
1faa2 knot
1faa3 bucket
1faa4 mouse_trap
1faa5 toothbrush
1faa6 headstone
1faa7 placard
1faa8 rock
1faa9 mirror_ball disco_ball
1faaa identification_card id_card
1faab low_battery
1faac hamsa
1faad folding_hand_fan folding_fan
1faae hair_pick
1faaf khanda
1fab0 fly
1fab1 worm
1fab2 beetle
1fab3 cockroach
1fab4 potted_plant
1fab5 wood
1fab6 feather
1fab7 lotus
1fab8 coral
1fab9 empty_nest nest
1faba nest_with_eggs
1fabb hyacinth
1fabc jellyfish
1fabd wing
1fabe leafless_tree
1fabf goose
1fac0 anatomical_heart
1fac1 lungs
1fac2 people_hugging
1fac3 pregnant_man
1fac4 pregnant_person
1fac5 person_with_crown royalty
1fac6 fingerprint
1fac8 hairy_creature
1facd orca
1face moose
1facf donkey
1fad0 blueberries
1fad1 bell_pepper
1fad2 olive
1fad3 flatbread
1fad4 tamale
1fad5 fondue
1fad6 teapot
1fad7 pouring_liquid pour
1fad8 beans
1fad9 jar
1fada ginger_root ginger
1fadb pea_pod pea
1fadc root_vegetable
1fadf splatter
1fae0 melting_face melt
1fae1 saluting_face salute
1fae2 face_with_open_eyes_and_hand_over_mouth face_with_open_eyes_hand_over_mouth gasp
1fae3 face_with_peeking_eye peek
1fae4 face_with_diagonal_mouth
1fae5 dotted_line_face
1fae6 biting_lip
1fae7 bubbles
1fae8 shaking_face shaking
1fae9 face_with_bags_under_eyes face_with_eye_bags
1faea distorted_face
1faef fight_cloud
1faf0 hand_with_index_finger_and_thumb_crossed
1faf1 rightwards_hand
1faf2 leftwards_hand
1faf3 palm_down_hand palm_down
1faf4 palm_up_hand palm_up
1faf5 index_pointing_at_the_viewer point_forward
1faf6 heart_hands
1faf7 leftwards_pushing_hand
1faf8 rightwards_pushing_hand
`
