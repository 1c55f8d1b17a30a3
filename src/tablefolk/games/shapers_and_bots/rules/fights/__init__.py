"""Fights: rounds of a few seconds, two actions each, attacks and defences (SB-105 … SB-136).

planning   two sides the Director has in mind, for the forecast
start      who fights, how ties are ranked, joining, leaving, the end     T1, T22
rounds     the opening, the order, whose turn it is, the close            T2, T4, T20, T21
acting     drawing, picking up, dropping, running, loading, other things  T5, T6
ways       with what somebody can attack, and whether it is ready
attacking  declaring an attack, defending or not                          T9 … T11
ending     how an attack ends, also by the Director                       SB-174
berserk    rabbits that lose control                                      T17
blows      attack, defence and damage dice                                T12 … T14
asking     who has to answer or throw now, and the numbers it goes by

Injuries, knock-outs and waking (T15, T16, T18, T19) are in rules/harm.py: they happen outside
fights, too. A Time shaper's attempts and shaping in a fight (T3, T7, T8) are in rules/shaping.py.
"""
