package io.plantgate.delivery.sms;

import static java.util.Map.entry;

import java.util.Map;
import org.jsmpp.SMPPConstant;

/** The command_status of a response (SMPP 3.4, 5.1.3): its word, and what it proves of the message. */
final class CommandStatus {

    /** What an answer proves. Any answer but ESME_ROK says that the message was not taken. */
    enum Proof {
        TAKEN,
        /** Not now: too much at a time, or no room. The message is as good as before. */
        BUSY,
        /** Not this message, however often. */
        MESSAGE_REFUSED,
        /** Nothing from this client, until somebody helps. */
        CLIENT_REFUSED,
        /** Not taken for a reason that may pass. */
        NOT_TAKEN
    }

    private record Meaning(String word, Proof proof) {}

    private static final Map<Integer, Meaning> MEANINGS = Map.ofEntries(
            known(SMPPConstant.STAT_ESME_ROK, "ESME_ROK", Proof.TAKEN),
            known(SMPPConstant.STAT_ESME_RTHROTTLED, "ESME_RTHROTTLED", Proof.BUSY),
            known(SMPPConstant.STAT_ESME_RMSGQFUL, "ESME_RMSGQFUL", Proof.BUSY),
            known(SMPPConstant.STAT_ESME_RINVMSGLEN, "ESME_RINVMSGLEN", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVSRCADR, "ESME_RINVSRCADR", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVDSTADR, "ESME_RINVDSTADR", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVSERTYP, "ESME_RINVSERTYP", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVESMCLASS, "ESME_RINVESMCLASS", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVSRCTON, "ESME_RINVSRCTON", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVSRCNPI, "ESME_RINVSRCNPI", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVDSTTON, "ESME_RINVDSTTON", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVDSTNPI, "ESME_RINVDSTNPI", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVEXPIRY, "ESME_RINVEXPIRY", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVREGDLVFLG, "ESME_RINVREGDLVFLG", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVDCS, "ESME_RINVDCS", Proof.MESSAGE_REFUSED),
            known(0xC0, "ESME_RINVOPTPARSTREAM", Proof.MESSAGE_REFUSED),
            known(0xC1, "ESME_ROPTPARNOTALLWD", Proof.MESSAGE_REFUSED),
            known(0xC4, "ESME_RINVOPTPARAMVAL", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RX_P_APPN, "ESME_RX_P_APPN", Proof.MESSAGE_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVPASWD, "ESME_RINVPASWD", Proof.CLIENT_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVSYSID, "ESME_RINVSYSID", Proof.CLIENT_REFUSED),
            known(SMPPConstant.STAT_ESME_RINVSYSTYP, "ESME_RINVSYSTYP", Proof.CLIENT_REFUSED),
            known(SMPPConstant.STAT_ESME_RPROHIBITED, "ESME_RPROHIBITED", Proof.CLIENT_REFUSED),
            known(SMPPConstant.STAT_ESME_RBINDFAIL, "ESME_RBINDFAIL", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RALYBND, "ESME_RALYBND", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RINVBNDSTS, "ESME_RINVBNDSTS", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RINVCMDID, "ESME_RINVCMDID", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RSYSERR, "ESME_RSYSERR", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RSUBMITFAIL, "ESME_RSUBMITFAIL", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RX_T_APPN, "ESME_RX_T_APPN", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RX_R_APPN, "ESME_RX_R_APPN", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RINVMSGID, "ESME_RINVMSGID", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RQUERYFAIL, "ESME_RQUERYFAIL", Proof.NOT_TAKEN),
            known(SMPPConstant.STAT_ESME_RUNKNOWNERR, "ESME_RUNKNOWNERR", Proof.NOT_TAKEN));

    private CommandStatus() {}

    /** The standard's word; a centre's own number in hex. */
    static String word(int status) {
        Meaning meaning = MEANINGS.get(status);
        return meaning != null ? meaning.word() : "0x%08X".formatted(status);
    }

    static Proof proof(int status) {
        Meaning meaning = MEANINGS.get(status);
        return meaning != null ? meaning.proof() : Proof.NOT_TAKEN;
    }

    private static Map.Entry<Integer, Meaning> known(int status, String word, Proof proof) {
        return entry(status, new Meaning(word, proof));
    }
}
